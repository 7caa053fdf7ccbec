// Runs two server processes on one database: locks a license through one and waits until the other one refuses it.
// Repeats this while the connection that follows changes is cut again and again: the process must then stop trusting
// its cache and ask the database.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@sealwright/client'
import { LIMITS, pcLicenseCalls, runtimeCalls } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, programKeyOf, signInDemo } from '../support/demo-seat.ts'
import { say, withDatabase } from './proof.ts'

const WITHIN_MS = 1_000
/** After this time without news, a process asks the database; 500 ms more allow for the query and the answer. */
const WITHIN_CUT_MS = LIMITS.runtime.freshMs + 500
const GIVEN_UP_MS = 10_000
const TRIES = 200
const CUT_TRIES = 20

interface Program {
  /** Resolves to the HTTP status of the answer. */
  validate(): Promise<number>
}

async function programAt(url: string, call: Client, code: string): Promise<Program> {
  const { developerId, apiPassword } = await programKeyOf(call)
  const ask = async (path: string, payload: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiPassword}`, 'content-type': 'application/json' },
      body: JSON.stringify({ developerId, code, machine: { fingerprint: 'drill-machine' }, ...payload }),
    })
  const activated = await ask(runtimeCalls.activate.path, {})
  if (activated.status !== 200) throw new Error(`the activation was refused: ${await activated.text()}`)
  let { leaseId } = (await activated.json()) as { leaseId: string } // our own server
  return {
    async validate() {
      const response = await ask(runtimeCalls.validate.path, { leaseId })
      const answer = (await response.json()) as { leaseId?: string } // the same
      leaseId = answer.leaseId ?? leaseId
      return response.status
    },
  }
}

/** Milliseconds until `validate` returns this status. */
async function until({ validate }: Program, status: number): Promise<number> {
  const began = performance.now()
  while ((await validate()) !== status) {
    if (performance.now() - began > GIVEN_UP_MS)
      throw new Error(`there was no answer ${status} within ${GIVEN_UP_MS} ms`)
    await pause(5)
  }
  return performance.now() - began
}

const told = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(0)
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`
}

/** Returns the number of locks that took too long. */
export async function drillRevocation(): Promise<number> {
  const first = await startCenter({ isFromSource: true })
  try {
    const second = await startCenter({ isFromSource: true, beside: first })
    try {
      await withDatabase(first.databaseUrl, (database) => giveMoney(database, 100_000_000))
      const call = callerAt(first.url, await signInDemo(first.url))
      const template = (await call(pcLicenseCalls.templates, { kind: 'sn' })).find(
        ({ isExpired, licenseKeyType, codePassword }) => !isExpired && licenseKeyType === 1 && codePassword !== true,
      )
      if (!template) throw new Error('the demo has no template to issue from')
      const {
        licenses: [license],
      } = await call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template.guid], count: 1 })
      const which = { kind: 'sn', guid: license?.guid ?? '' } as const
      const program = await programAt(second.url, call, license?.serial ?? '')
      const tries = async (count: number) => {
        const times: number[] = []
        for (let n = 0; n < count; n++) {
          // Asks often enough to fill the cache.
          for (let warm = 0; warm < 3; warm++) await until(program, 200)
          await call(pcLicenseCalls.lock, which)
          times.push(await until(program, 403))
          await call(pcLicenseCalls.unlock, which)
        }
        return times
      }
      const times = await tries(TRIES)
      say(
        `revocation: locked through one process, refused by the other, ${TRIES} tries: ` +
          `${told(times)}; bar ${WITHIN_MS} ms.`,
      )
      let isCutting = true
      const cutting = withDatabase(first.databaseUrl, async (database) => {
        while (isCutting) {
          await database.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sealwright-runtime-tail'",
          )
          await pause(20)
        }
      })
      const cut = await tries(CUT_TRIES).finally(() => {
        isCutting = false
      })
      await cutting
      say(
        `with the connection for changes cut, ${CUT_TRIES} tries: ` +
          `${told(cut)}; stated limit ${LIMITS.runtime.freshMs} ms.`,
      )
      const late = times.filter((ms) => ms > WITHIN_MS).length + cut.filter((ms) => ms > WITHIN_CUT_MS).length
      say(late === 0 ? 'Every lock took effect in time.' : `${late} locks took effect too late.`)
      return late
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
  }
}
