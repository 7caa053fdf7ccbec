// The key of each developer that signs now, in memory until the developer's keys change. It signs leases and proofs of
// answers.
import { TOKEN_TYPES } from '@sealwright/contract'
import { signJws } from '@sealwright/exchange'
import type { Database } from '../../../kernel/db/database.ts'
import type { Prove } from '../../../kernel/http/program-calls.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import type { FactsMemory } from '../use/facts.service.ts'
import type { Keyring } from './keyring.service.ts'

export interface CurrentKeyDeps {
  database: Database
  facts: Pick<FactsMemory, 'isFresh' | 'listen'>
  keyring: Keyring
}

export function createCurrentKeys({ database, facts, keyring }: CurrentKeyDeps) {
  const current = new Map<number, SigningKeyRow>()
  const looks = new Map<number, Promise<SigningKeyRow>>()
  let changes = 0
  facts.listen((developerId) => {
    changes++
    if (developerId === null) current.clear()
    else current.delete(developerId)
  })

  /** The key, if memory has it and it still signs. */
  function known(developerId: number, now: Date): SigningKeyRow | undefined {
    const row = facts.isFresh() ? current.get(developerId) : undefined
    return row && row.signsUntil > now ? row : undefined
  }

  /** Uses its own transaction: nothing may be signed with a key that is not committed. */
  async function read(developerId: number, now: Date): Promise<SigningKeyRow> {
    // Concurrent calls share one query.
    const looking = looks.get(developerId)
    if (looking) return looking
    const seen = changes
    const look = database
      .inTenant(developerId, 'write', (db) => keyring.signingOf({ db, developerId, now }))
      .finally(() => looks.delete(developerId))
    looks.set(developerId, look)
    const found = await look
    if (changes === seen) current.set(developerId, found)
    return found
  }

  const prove: Prove = (developerId, now, claims) => {
    const sign = (row: SigningKeyRow) => signJws(TOKEN_TYPES.answer, claims, keyring.privateOf(row))
    const row = known(developerId, now)
    return row ? sign(row) : read(developerId, now).then(sign)
  }

  return {
    /** Whether the developer has had a key, although it may not sign any more. */
    has: (developerId: number) => current.has(developerId),
    of: async (developerId: number, now: Date) => known(developerId, now) ?? read(developerId, now),
    prove,
  }
}

export type CurrentKeys = ReturnType<typeof createCurrentKeys>
