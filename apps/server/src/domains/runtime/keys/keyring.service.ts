// The keys of a developer: a root key, whose public half is built into programs, and signing keys, which the root
// certifies for a limited time. Private keys are stored encrypted and decrypted once per process. Retired keys are
// published in a list that the root also signs.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { DAY_MS, LIMITS, TOKEN_TYPES } from '@sealwright/contract'
import { signJws } from '@sealwright/exchange'
import type { SigningKey } from '@sealwright/exchange'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import * as queries from './key.queries.ts'

const limits = LIMITS.runtime
/** A century, for keys without an end. */
const ENDLESS_DAYS = 36_500
const later = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
const purposeOf = (developerId: number, kid: string) => `signing key ${developerId} ${kid}`

interface Of {
  db: Db
  developerId: number
  now: Date
}

/** The keys that programs are told about. */
export interface PublishedKeys {
  root: SigningKeyRow
  exchange: SigningKeyRow & { certificate: string }
  /** The signing keys, newest first, also those that are retired or too old. */
  keys: readonly SigningKeyRow[]
}

/** The newest key that may sign now. */
export const signerAt = ({ keys }: PublishedKeys, now: Date) =>
  keys
    .filter((row) => row.retiredAt === null && row.signsFrom <= now && row.signsUntil > now)
    .toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime() || (one.kid < other.kid ? 1 : -1))[0]

export function createKeyring({ box, ids, database }: { box: SecretBox; ids: Ids; database: Database }) {
  const opened = new Map<string, KeyObject>()

  function privateOf({ developerId, kid, privateKey }: SigningKeyRow): SigningKey {
    const name = `${developerId} ${kid}`
    const key =
      opened.get(name) ??
      createPrivateKey({ key: box.open(purposeOf(developerId, kid), privateKey), type: 'pkcs8', format: 'der' })
    opened.set(name, key)
    return { kid, privateKey: key }
  }

  function makePair(developerId: number, curve: 'ed25519' | 'x25519' = 'ed25519') {
    const kid = ids.token(12)
    const pair = curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
    const { x = '' } = pair.publicKey.export({ format: 'jwk' })
    return {
      kid,
      publicKey: x,
      privateKey: box.seal(purposeOf(developerId, kid), pair.privateKey.export({ type: 'pkcs8', format: 'der' })),
    }
  }

  /** Stores a new key. Without a period it does not end. */
  async function keep(
    of: Of,
    key: Pick<SigningKeyRow, 'kid' | 'publicKey' | 'privateKey' | 'kind' | 'certificate'> &
      Partial<Pick<SigningKeyRow, 'signsFrom' | 'signsUntil' | 'goodUntil'>>,
  ): Promise<SigningKeyRow> {
    const { developerId, now } = of
    const row = {
      developerId,
      createdAt: now,
      signsFrom: now,
      signsUntil: later(now, ENDLESS_DAYS),
      goodUntil: later(now, ENDLESS_DAYS),
      retiredAt: null,
      retiredBy: null,
      reason: null,
      ...key,
    }
    await queries.insertKey(of, row)
    return row
  }

  const makeRoot = (of: Of) => keep(of, { ...makePair(of.developerId), kind: 'root', certificate: null })

  /** The root key. Created if it does not exist. */
  async function rootOf(of: Of): Promise<SigningKeyRow> {
    const there = await queries.findRoot(of)
    if (there) return there
    await queries.holdKeys(of)
    return (await queries.findRoot(of)) ?? makeRoot(of)
  }

  /** The key to which devices seal their files. Created if it does not exist. */
  async function exchangeOf(of: Of): Promise<SigningKeyRow & { certificate: string }> {
    const there = (await queries.findExchange(of)) ?? (await makeExchange(of))
    if (there.certificate === null) throw new Error('an exchange key without a certificate')
    return { ...there, certificate: there.certificate }
  }
  async function makeExchange(of: Of): Promise<SigningKeyRow> {
    const { developerId, now } = of
    const root = await rootOf(of)
    await queries.holdKeys(of)
    const there = await queries.findExchange(of)
    if (there) return there
    const pair = makePair(developerId, 'x25519')
    const claims = {
      iss: String(developerId),
      sub: pair.kid,
      jwk: { kty: 'OKP', crv: 'X25519', x: pair.publicKey },
      iat: seconds(now),
    }
    const certificate = signJws(TOKEN_TYPES.exchangeKey, claims, privateOf(root))
    return keep(of, { ...pair, kind: 'exchange', certificate })
  }

  /** Creates a signing key. It stays trusted longer than it signs, for the leases it signed last. */
  async function makeKey(of: Of, signsFrom: Date): Promise<SigningKeyRow> {
    const { developerId, now } = of
    const root = await rootOf(of)
    const pair = makePair(developerId)
    const signsUntil = later(signsFrom, limits.keySignsDays)
    const goodUntil = later(signsUntil, LIMITS.license.leaseDays)
    const claims = {
      iss: String(developerId),
      sub: pair.kid,
      jwk: { kty: 'OKP', crv: 'Ed25519', x: pair.publicKey, kid: pair.kid },
      iat: seconds(now),
      nbf: seconds(signsFrom),
      signsUntil: seconds(signsUntil),
      exp: seconds(goodUntil),
    }
    const certificate = signJws(TOKEN_TYPES.key, claims, privateOf(root))
    return keep(of, { ...pair, kind: 'lease', certificate, signsFrom, signsUntil, goodUntil })
  }

  /** The key that signs now. Created if none can. */
  async function signingOf(of: Of): Promise<SigningKeyRow> {
    const there = await queries.findSigning(of, of.now)
    if (there) return there
    await queries.holdKeys(of)
    return (await queries.findSigning(of, of.now)) ?? makeKey(of, of.now)
  }

  /** Creates the next key before the current one ends, for each developer that has one. */
  async function rotateDue(developerIds: readonly number[], now: Date): Promise<void> {
    for (const developerId of developerIds) {
      await database.inTenant(developerId, 'write', async (db) => {
        const of = { db, developerId, now }
        await queries.holdKeys(of)
        const signing = await queries.findSigning(of, now)
        if (signing && signing.signsUntil <= later(now, limits.keyOverlapDays)) await makeKey(of, now)
      })
    }
  }

  /** All that programs are told about the keys. The keys that are missing are created. */
  async function readPublished(of: Of): Promise<PublishedKeys> {
    const there = publishedIn(await queries.listKeys(of))
    if (there && signerAt(there, of.now)) return there
    await signingOf(of)
    await exchangeOf(of)
    const made = publishedIn(await queries.listKeys(of))
    if (!made) throw new Error('a key was not created')
    return made
  }
  function publishedIn(rows: readonly SigningKeyRow[]): PublishedKeys | undefined {
    const root = rows.find(({ kind }) => kind === 'root')
    const exchange = rows.find(({ kind }) => kind === 'exchange')
    if (!root || !exchange) return undefined
    if (exchange.certificate === null) throw new Error('an exchange key without a certificate')
    const { certificate } = exchange
    return { root, exchange: { ...exchange, certificate }, keys: rows.filter(({ kind }) => kind === 'lease') }
  }

  /**
   * The answer for programs: keys whose leases may still be valid, and revoked keys. The root signs the ids of both
   * with the nonce, so that nobody can pass off an earlier answer as this one.
   */
  function tellKeys({ root, exchange, keys: all }: PublishedKeys, now: Date, nonce: string | undefined) {
    const known = all.filter((row) => row.goodUntil > now)
    const [keys, revoked] = [
      known.filter((row) => row.retiredAt === null),
      known.filter((row) => row.retiredAt !== null),
    ]
    const claims = {
      iss: String(root.developerId),
      iat: seconds(now),
      keys: keys.map(({ kid }) => kid),
      revoked: revoked.map(({ kid }) => kid),
      nonce,
    }
    return {
      keys: keys.map(
        ({ kid, publicKey, certificate }) =>
          ({
            kty: 'OKP',
            crv: 'Ed25519',
            alg: 'EdDSA',
            use: 'sig',
            kid,
            x: publicKey,
            certificate: certificate ?? '',
          }) as const,
      ),
      revocations: signJws(TOKEN_TYPES.revocations, claims, privateOf(root)),
      exchangeKey: exchange.certificate,
    }
  }

  const publish = async (of: Of, nonce: string | undefined) => tellKeys(await readPublished(of), of.now, nonce)

  return { rootOf, exchangeOf, makeKey, signingOf, privateOf, rotateDue, readPublished, tellKeys, publish }
}

export type Keyring = ReturnType<typeof createKeyring>
