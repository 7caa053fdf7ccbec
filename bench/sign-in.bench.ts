// How many people can sign in at once: whole sign-ins (look-ups, counting against guessing, password, device, session,
// history) against the bare password hash that each of them cannot do without, both with the same number in flight.
import { randomInt, randomUUID } from 'node:crypto'
import { identityCalls } from '@sealwright/contract'
import { foundDeveloper } from '@sealwright/server/domains/developer/index.ts'
import { hashPassword, isPassword } from '@sealwright/server/domains/identity/index.ts'
import { defineBench, rateOf, spreadOf } from './harness.ts'
import type { Stage } from './harness.ts'

const IN_FLIGHT = 8
const BATCH = { full: 80, quick: 16 }
const ROUNDS = { full: 9, quick: 3 }
const PASSWORD = 'bench-password'

async function signIn({ center }: Stage, account: string): Promise<void> {
  // From somewhere else each time, as people do: how often one network may sign in is not what is measured.
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const response = await center.app.inject({
    method: 'POST',
    url: identityCalls.login.path,
    payload: { account, password: PASSWORD },
    remoteAddress,
  })
  const { code, desc } = response.json<{ code: number; desc: string }>()
  if (code !== 0) throw new Error(`a sign-in was refused: ${desc}`)
}

export const signInRate = defineBench({
  name: 'sign-in',
  sides: () => ({ ours: 'sign-ins', baseline: 'password hashes' }),
  bar: { ratioAtLeast: 0.6 },
  shortfall:
    'a try is counted in a transaction of its own before the password is looked at, so that no crash gives tries away; device, session and history are written after it. Of the main thread, half is spent on writing these statements to PostgreSQL, which shares the cores with the threads that hash. The counts are taken back in the transaction of the session since they were profiled (two round trips less).',
  async run(stage, { isQuick, tell }) {
    const count = isQuick ? BATCH.quick : BATCH.full
    const passwordHash = await hashPassword(PASSWORD)
    const accounts = Array.from({ length: IN_FLIGHT * 2 }, () => `${randomUUID()}@bench.example`)
    for (const account of accounts)
      await foundDeveloper(stage.ground, { name: 'Bench', status: 'formal', account, passwordHash, userName: null })
    let next = 0
    const sides = {
      ours: {
        samples: [] as number[],
        run: () => rateOf(count, IN_FLIGHT, () => signIn(stage, accounts[next++ % accounts.length] ?? '')),
      }, // an empty array has no element type of its own
      baseline: {
        samples: [] as number[],
        run: () => rateOf(count, IN_FLIGHT, async () => void (await isPassword(passwordHash, PASSWORD))),
      }, // the same
    }
    for (const side of Object.values(sides)) await side.run()
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.full); round++) {
      tell(`round ${round + 1}`)
      for (const side of round % 2 === 0 ? [sides.ours, sides.baseline] : [sides.baseline, sides.ours])
        side.samples.push(await side.run())
    }
    return [
      {
        what: `${IN_FLIGHT} in flight`,
        unit: '/s',
        ours: spreadOf(sides.ours.samples),
        baseline: spreadOf(sides.baseline.samples),
      },
    ]
  },
})
