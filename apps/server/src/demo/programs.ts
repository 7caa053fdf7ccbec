// Recent activity of customers' programs in the demo: seats of a group, activated devices, and refusals whose reasons
// can be inspected. It is created through the runtime calls, as real programs do. Refused calls are intended.
import { LIMITS, pcLicenseCalls } from '@sealwright/contract'
import { ROCK } from './catalog.ts'
import { machineNamed } from './story.ts'
import type { Day, Story } from './story.ts'
import type { TemplateKey } from './words/index.ts'

const GROUP = 'starGroup'
const SINGLE = 'rockSingle'
const OFFICE = '101.230.14.6'
const BRANCH = '183.14.88.20'
const STRANGER = '45.137.22.9'
const machine = (name: string, os?: string) => machineNamed(name, { ...(os && { os }) })
const workstation = (n: number) => machine(`CAD-${String(n).padStart(2, '0')}`)

export function programDays({ ask, make, unused, words }: Pick<Story, 'ask' | 'make' | 'unused' | 'words'>): Day[] {
  const codeOf = (template: TemplateKey, nth = 0) => unused(template)[nth]?.serial ?? ''

  /** A group at work: 14 seats are opened, and every fifth is closed again. */
  async function seats() {
    const code = codeOf(GROUP)
    for (let n = 1; n <= 14; n++) {
      const seat = await ask(
        'openSession',
        {
          code,
          machine: workstation(n),
          process: { name: words.programs.star, pid: 4_000 + n * 4 },
          timeoutSeconds: LIMITS.runtime.seatSecondsMax,
        },
        OFFICE,
      )
      if (seat && n % 5 === 0) await ask('closeSession', { session: seat.session }, OFFICE)
    }
    // Another product of the developer, which the license does not include.
    await ask(
      'openSession',
      { code, licenseId: ROCK, machine: workstation(15), process: { name: words.programs.rock, pid: 5_120 } },
      OFFICE,
    )
  }

  /** A smaller office with a code of its own. */
  async function otherSeats() {
    const code = codeOf(GROUP, 1)
    for (let n = 1; code !== '' && n <= 3; n++)
      await ask(
        'openSession',
        {
          code,
          machine: machine(`LAB-0${n}`),
          process: { name: words.programs.star, pid: 6_100 + n * 4 },
          timeoutSeconds: LIMITS.runtime.seatSecondsMax,
        },
        BRANCH,
      )
  }

  /** A leaked code: one device is bound, and others try from many networks. */
  async function leak() {
    const code = codeOf(SINGLE)
    await ask('activate', { code, machine: machine('PANSHI-SRV', 'Ubuntu 24.04') }, OFFICE)
    for (let n = 1; n <= 9; n++)
      await ask('activate', { code, machine: machine(`PC-${n}0${n}`, 'Windows 10') }, `${STRANGER}${n}`)
  }

  let locked: Parameters<typeof ask<'validate'>>[1] | undefined
  let lockedGuid = ''
  async function activateAnother() {
    const { serial: code = '', guid = '' } = unused(SINGLE)[1] ?? {}
    const bound = machine('DESIGN-03')
    const answer = await ask('activate', { code, machine: bound }, OFFICE)
    lockedGuid = guid
    if (answer?.leaseId) locked = { code, machine: bound, leaseId: answer.leaseId }
  }
  const lock = () => make(pcLicenseCalls.lock, [{ kind: 'sn', guid: lockedGuid, reason: words.reasons.unpaid }])

  async function guess() {
    for (const code of ['XT7K-2M9P-4QRD-8WHN', 'XT7K-2M9P-4QRD-8WHP', 'XT7K-2M9P-4QRD-8WHR', 'XT7K-2M9P-4QRD-8WHT'])
      await ask('activate', { code, machine: machine('unknown') }, `${STRANGER}0`)
  }

  return [
    { ago: 6, act: activateAnother },
    { ago: 5, act: leak },
    { ago: 2, act: lock },
    { ago: 1, act: guess },
    { ago: 1, act: async () => locked && ask('validate', locked, OFFICE) },
    { ago: 0, act: otherSeats },
    { ago: 0, act: seats },
  ]
}
