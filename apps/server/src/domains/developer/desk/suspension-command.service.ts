// Suspension by an operator command. Both logs tell of it in the platform's name.
import { DEFAULT_LOCALE } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { DESK_CHAIN, recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { languageOf } from '../developer.service.ts'
import { resume, suspend } from './suspension.service.ts'
import type { Deciding } from './suspension.service.ts'

interface Deps {
  database: Database
  clock: Clock
  languages: Record<Locale, Sentences>
  notify: Notify
}

function decidingBy({ clock, languages, notify }: Deps, db: Db, call: string): Deciding {
  const now = clock.now()
  return {
    db,
    now,
    notify,
    async record(developerId, operation) {
      await recordByPlatform({ db, developerId, now }, await languageOf(db, developerId, languages), call, operation)
      await recordByPlatform({ db, developerId: DESK_CHAIN, now }, languages[DEFAULT_LOCALE], call, operation)
    },
  }
}

export const suspendByCommand = (deps: Deps, asked: Parameters<typeof suspend>[1]) =>
  deps.database.asOwner((db) => suspend(decidingBy(deps, db, 'suspend'), asked))

export const resumeByCommand = (deps: Deps, id: number) =>
  deps.database.asOwner((db) => resume(decidingBy(deps, db, 'resume'), id))
