// Measures the rate of complete sign-ins (look-ups, counting of attempts, password, device, session, history) against
// bare password hashes, which every sign-in needs, with the same number in flight.
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
  // Each call comes from another network, because the limit per network is not measured here.
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
    'an attempt is counted in its own transaction before the password is checked, so that a crash gives no free ' +
    'attempts; device, session and history are written after it. Sending these statements to PostgreSQL takes half ' +
    'of the main thread, and PostgreSQL shares the cores with the hashing threads. ' +
    "Profiling has already moved the reset of the counts into the session's transaction, which saves two round trips.",
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
