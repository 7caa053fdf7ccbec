// The key of each developer that signs now, in memory until the developer's keys change. It signs leases and proofs of
// answers.
import { TOKEN_TYPES } from '@sealwright/contract'
import { signJws } from '@sealwright/exchange'
import type { Database } from '../../../kernel/db/database.ts'
import type { Prove } from '../../../kernel/http/program-calls.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import type { FactsMemory } from '../use/facts.service.ts'
import { signerAt } from './keyring.service.ts'
import type { Keyring, PublishedKeys } from './keyring.service.ts'

export interface CurrentKeyDeps {
  database: Database
  facts: Pick<FactsMemory, 'isFresh' | 'listen'>
  keyring: Keyring
}

export function createCurrentKeys({ database, facts, keyring }: CurrentKeyDeps) {
  const current = new Map<number, SigningKeyRow>()
  const looks = new Map<number, Promise<SigningKeyRow>>()
  const published = new Map<number, PublishedKeys>()
  let changes = 0
  facts.listen((developerId) => {
    changes++
    for (const memory of [current, published])
      if (developerId === null) memory.clear()
      else memory.delete(developerId)
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

  /** All published keys, with the one that signs now: a document that it signs can bring its certificate along. */
  async function publishedAt(developerId: number, now: Date): Promise<PublishedKeys & { signer: SigningKeyRow }> {
    const known = facts.isFresh() ? published.get(developerId) : undefined
    const signing = known && signerAt(known, now)
    if (known && signing) return { ...known, signer: signing }
    const seen = changes
    const found = await database.inTenant(developerId, 'write', (db) => keyring.readPublished({ db, developerId, now }))
    if (changes === seen) published.set(developerId, found)
    const signer = signerAt(found, now)
    if (!signer) throw new Error('no key can sign')
    return { ...found, signer }
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
    publishedAt,
    prove,
  }
}

export type CurrentKeys = ReturnType<typeof createCurrentKeys>
