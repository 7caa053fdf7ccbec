// A center whose clock is in the past, on the same database. The demo acts in it through the same use cases as people
// and programs, including the operation log, so that its developer has a history.
import { AsyncLocalStorage } from 'node:async_hooks'
import { DAY_MS, HOUR_MS, MINUTE_MS, developerCalls, fromWire, runtimeCalls } from '@sealwright/contract'
import type { AnswerOf, Call, Locale, PayloadOf } from '@sealwright/contract'
import * as z from 'zod/mini'
import { composeCenter } from '../compose.ts'
import type { Center } from '../compose.ts'
import type { Ground } from '../compose/ground.ts'
import { createNotify } from '../domains/message/index.ts'
import { openDatabase } from '../kernel/db/database.ts'
import { createIds } from '../kernel/ids.ts'
import { inScope } from '../kernel/in-scope.ts'
import type { Caller } from '../kernel/scope.ts'
import { firstOf } from './story.ts'
import type { DemoMachine, Story } from './story.ts'

/** 9:00 in China, as an offset from midnight UTC. */
const OPENING_MS = HOUR_MS

export interface Past {
  ground: Ground
  center: Center
  start: Date
  /** Moves the clock to a working hour of that day in China, never backward. */
  goTo(daysAgo: number): void
  /** Runs this with a clock of its own, beside the others. */
  inLane<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openPast(present: Ground, firstDay: number): Promise<Past> {
  const start = present.clock.now().getTime()
  const lanes = new AsyncLocalStorage<{ moment: number }>()
  const first = { moment: start - (firstDay + 1) * DAY_MS }
  const lane = () => lanes.getStore() ?? first
  const goTo = (daysAgo: number) => {
    const day = Math.floor(start / DAY_MS - daysAgo) * DAY_MS
    const at = daysAgo === 0 ? start : day + OPENING_MS + ((daysAgo * 97) % 540) * MINUTE_MS
    lane().moment = Math.max(lane().moment, at)
  }
  goTo(firstDay)
  // Each reading is a millisecond later, so that every list has a definite order.
  const clock = { now: () => new Date(lane().moment++) }
  // A crash ends the load anyway, so no commit waits for the disk. The mark at the end does.
  const database = openDatabase(present.databaseUrl, present.log, { isBulkLoad: true })
  // Jobs are not enqueued: the server would run them in the present.
  const jobs = { ...present.jobs, enqueue: async () => undefined, enqueueMany: async () => undefined }
  // The addresses are not real, so nobody gets a message.
  const mailer = { ...present.mailer, queue: async () => '', queueMany: async () => undefined }
  const ids = createIds(clock)
  const notify = createNotify({ ids, mailer, mailWords: present.mailWords })
  const ground: Ground = { ...present, database, clock, ids, jobs, mailer, notify }
  const center = await composeCenter(ground, { consoleDir: undefined })
  return {
    ground,
    center,
    start: new Date(start),
    goTo,
    inLane: (work) => lanes.run({ ...lane() }, work),
    async close() {
      await center.app.close()
      await center.captcha.close()
      await database.close()
    },
  }
}

/** A request of the story: from this computer, at its present moment. */
export const askingIn = ({ ids, clock, log }: Ground) => ({
  requestId: ids.guid(),
  network: '127.0.0.1',
  fingerprint: undefined,
  userAgent: undefined,
  origin: undefined,
  now: clock.now(),
  log,
})

/** The acts of the developer's people and programs. */
export function actsOf(
  { ground, center }: Past,
  { caller, developerId, language }: { caller: Caller; developerId: number; language: Locale },
): Pick<Story, 'ask' | 'bind' | 'finishTask' | 'make'> {
  const { database, ids, clock, languages } = ground

  async function make<C extends Call>(
    call: C,
    wires: readonly PayloadOf<C>[],
    { isTogether = false, by }: { isTogether?: boolean; by?: Caller | undefined } = {},
  ): Promise<AnswerOf<C>[]> {
    const { runScoped, runOwn } = center.bindings.find((binding) => binding.call === call) ?? {}
    if (!runScoped && !runOwn) throw new Error(`${call.name} cannot be part of the demo`)
    const given = () => ({
      caller: by ?? caller,
      asking: askingIn(ground),
      ids,
      say: languages[language],
      call: { name: call.name },
    })
    const payloadOf = (wire: PayloadOf<C>) => z.decode(call.payload, fromWire(call.payload, wire)) // or throws
    const answers: AnswerOf<C>[] = []
    const keep = (answer: unknown) => void answers.push(answer as AnswerOf<C>) // by the use case of this call
    const nothing = () => undefined
    for (const some of isTogether ? [wires] : wires.map((wire) => [wire])) {
      if (runOwn)
        for (const wire of some) {
          const alone = {
            person: undefined,
            locale: language,
            cookie: nothing,
            setCookie: nothing,
            clearCookie: nothing,
          }
          keep(await runOwn({ ...given(), ...alone }, payloadOf(wire)))
        }
      else
        await inScope(database, given(), 'write', async (scope) => {
          for (const wire of some) keep(await runScoped?.({ ...scope, asking: askingIn(ground) }, payloadOf(wire)))
        })
    }
    return answers
  }

  let apiPassword: string | undefined
  const ask: Story['ask'] = async (name, payload, network) => {
    apiPassword ??= (await firstOf(make(developerCalls.revealApiPassword, [{}]))).apiPassword
    const { method, path } = runtimeCalls[name]
    const response = await center.app.inject({
      method,
      url: method === 'GET' ? `${path}?developerId=${developerId}` : path,
      remoteAddress: network,
      headers: { authorization: `Bearer ${apiPassword}` },
      ...(method === 'POST' && { payload: { developerId, ...payload } }),
    })
    if (response.statusCode >= 500 || response.statusCode === 401)
      throw new Error(`a runtime call of the demo failed: ${response.body}`)
    return response.statusCode === 200 ? response.json() : undefined
  }

  async function bind(machines: readonly DemoMachine[]): Promise<void> {
    if (machines.length === 0) return
    await database.inTenant(developerId, 'write', async (db) => {
      for (const { guid, address, ...machine } of machines)
        await center.license.bind({ db, developerId, ids, now: clock.now() }, guid, {
          ...machine,
          parts: [],
          addresses: [address],
        })
    })
  }

  async function finishTask(taskId: string): Promise<void> {
    while (await center.task.work.work(developerId, taskId));
  }

  return { make, ask, bind, finishTask }
}
