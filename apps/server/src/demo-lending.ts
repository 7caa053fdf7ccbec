// A code of the demo that lends its seats: lendings in every state, one that the program borrowed itself, and a lending
// administrator. Made through the calls, as people and programs do.
import { lendingCalls } from '@sealwright/contract'
import type { ProgramStory } from './demo-programs.ts'

const GROUP = '星图 集团 50 席'
const ROAD = '223.104.5.18'
const LENDER = 'lending@yuanshan-arch.example'
const machine = (name: string) => ({
  fingerprint: `demo-lent-${name}`,
  name,
  os: 'Windows 11',
  addresses: [],
  parts: [],
})

interface Lent {
  guid: string
  code: string
}

export function lendingDays({ ask, make, unused }: ProgramStory): { ago: number; act: () => Promise<unknown> }[] {
  let licenseGuid = ''
  let serial = ''
  let held: Lent | undefined

  async function lend(person: string, days: number, note: string): Promise<Lent> {
    const [made] = await make(lendingCalls.create, [{ licenseGuid, person, days, note }])
    return made ?? { guid: '', code: '' }
  }
  const borrow = (lent: Lent | undefined, name: string) =>
    ask('borrow', { lendingCode: lent?.code ?? '', machine: machine(name) }, ROAD)

  /** Past its end on a device that never returned it. */
  async function begin() {
    const code = unused(GROUP)[0]
    licenseGuid = code?.guid ?? ''
    serial = code?.serial ?? ''
    await make(lendingCalls.invite, [{ licenseGuid, email: LENDER }])
    await borrow(await lend('周予安', 14, '海外项目'), 'ZHOU-LAPTOP')
  }

  async function lendSome() {
    const returned = await lend('何知夏', 10, '出差')
    await borrow(returned, 'HE-LAPTOP')
    await ask('return', { lendingCode: returned.code, machine: machine('HE-LAPTOP') }, ROAD)
    const revoked = await lend('沈若水', 10, '外包人员')
    await borrow(revoked, 'SHEN-PC')
    await make(lendingCalls.revoke, [{ guid: revoked.guid, reason: '项目结束' }])
    // The code was taken back, so it binds nothing.
    await borrow(revoked, 'SHEN-PC')
    const deleted = await lend('陈南星', 3, '填错了天数')
    await make(lendingCalls.delete, [{ guid: deleted.guid }])
  }

  async function lendNow() {
    held = await lend('陈南星', 7, '现场支持')
    await borrow(held, 'CHEN-LAPTOP')
    await lend('吕怀瑾', 5, '下周出差')
    await ask('borrow', { code: serial, days: 3, machine: machine('SITE-04') }, ROAD)
    // Another device tries the same code.
    await borrow(held, 'UNKNOWN-PC')
  }

  return [
    { ago: 20, act: begin },
    { ago: 9, act: lendSome },
    { ago: 1, act: lendNow },
  ]
}
