// Suspension by an operator command. Both logs tell of it in the platform's name.
import { DEFAULT_LOCALE } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { DESK_CHAIN, PLATFORM_REQUEST, insertOperations, recordByPlatform } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { languageOf } from '../developer.service.ts'
import { resume, suspend } from './suspension.service.ts'
import type { Deciding } from './suspension.service.ts'

interface Deps {
  database: Database
  clock: Clock
  languages: Record<Locale, Sentences>
}

function decidingBy({ clock, languages }: Deps, db: Db, call: string): Deciding {
  const now = clock.now()
  return {
    db,
    now,
    async record(developerId, operation) {
      await recordByPlatform({ db, developerId, now }, await languageOf(db, developerId, languages), call, operation)
      const origin = {
        developerId: DESK_CHAIN,
        actorId: null,
        actorName: languages[DEFAULT_LOCALE]('developer.log.platform'),
        call: `platform.${call}`,
        requestId: PLATFORM_REQUEST,
        network: null,
        fingerprint: null,
        now,
      }
      await insertOperations(db, origin, [operation])
    },
  }
}

export const suspendByCommand = (deps: Deps, asked: Parameters<typeof suspend>[1]) =>
  deps.database.asOwner((db) => suspend(decidingBy(deps, db, 'suspend'), asked))

export const resumeByCommand = (deps: Deps, id: number) =>
  deps.database.asOwner((db) => resume(decidingBy(deps, db, 'resume'), id))
