// A code of the demo that lends its seats: lendings in every state, one that the program borrowed itself, and a lending
// administrator. Made through the calls, as people and programs do.
import { lendingCalls } from '@sealwright/contract'
import { machineNamed } from './story.ts'
import type { Day, Story } from './story.ts'

const ROAD = '223.104.5.18'
const machine = (name: string) => machineNamed(name, { prefix: 'lent' })

interface Lent {
  guid: string
  code: string
}

export function lendingDays({ ask, make, unused, words }: Pick<Story, 'ask' | 'make' | 'unused' | 'words'>): Day[] {
  const told = words.lending
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
    const code = unused('starGroup')[0]
    licenseGuid = code?.guid ?? ''
    serial = code?.serial ?? ''
    await make(lendingCalls.invite, [{ licenseGuid, email: told.lender }])
    await borrow(await lend(told.late.person, 14, told.late.note), told.late.machine)
  }

  async function lendSome() {
    const returned = await lend(told.returned.person, 10, told.returned.note)
    await borrow(returned, told.returned.machine)
    await ask('return', { lendingCode: returned.code, machine: machine(told.returned.machine) }, ROAD)
    const revoked = await lend(told.revoked.person, 10, told.revoked.note)
    await borrow(revoked, told.revoked.machine)
    await make(lendingCalls.revoke, [{ guid: revoked.guid, reason: told.revoked.reason }])
    // The code was taken back, so it binds nothing.
    await borrow(revoked, told.revoked.machine)
    const deleted = await lend(told.held.person, 3, told.held.wrong)
    await make(lendingCalls.delete, [{ guid: deleted.guid }])
  }

  async function lendNow() {
    held = await lend(told.held.person, 7, told.held.note)
    await borrow(held, told.held.machine)
    await lend(told.next.person, 5, told.next.note)
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
