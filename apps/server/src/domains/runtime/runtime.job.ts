// Scheduled work of the runtime: ending seats without heartbeats, deleting old rows, messages about the use of
// licenses, and rotating keys.
import { LIMITS } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Keyring } from './keys/keyring.service.ts'
import * as queries from './purge.queries.ts'
import { KEPT_MS } from './use/facts.service.ts'

interface Deps {
  database: Pick<Database, 'owner'>
  clock: Clock
}

export const purgeJob = ({ database: { owner }, clock }: Deps): Job =>
  defineJob({
    name: 'runtime.purge',
    payload: z.object({}),
    schedule: '*/5 * * * *',
    retries: 1,
    async run() {
      await queries.forgetChanges(owner, KEPT_MS)
      await queries.endSeats(owner, clock.now())
      await queries.purge(owner, clock.now(), LIMITS.runtime)
    },
  })

export const alertJob = (tellAll: () => Promise<void>): Job =>
  defineJob({
    name: 'runtime.alert',
    payload: z.object({}),
    schedule: '*/10 * * * *',
    retries: 1,
    run: tellAll,
  })

export const rotationJob = ({ database: { owner }, clock, keyring }: Deps & { keyring: Keyring }): Job =>
  defineJob({
    name: 'runtime.keys',
    payload: z.object({}),
    schedule: '41 3 * * *',
    retries: 3,
    run: async () => keyring.rotateDue(await queries.listKeyOwners(owner), clock.now()),
  })
