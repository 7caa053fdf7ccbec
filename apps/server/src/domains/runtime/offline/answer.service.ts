// Makes the D2C that answers a C2D: the lease with the data areas of its products, or the receipt of a removal. It
// brings the certificates and the list of revoked keys along, because its reader has no network.
import { createHash } from 'node:crypto'
import { DATA_AREAS, DAY_MS } from '@sealwright/contract'
import type { C2dClaims, D2cPackage } from '@sealwright/contract'
import { makeD2c, readFile, recipientId, sealingKeyOf } from '@sealwright/exchange'
import type { Db } from '../../../kernel/db/database.ts'
import { exchangeDays, readAreas } from '../../license/index.ts'
import type { AreaBytes } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import type { Keyring } from '../keys/keyring.service.ts'
import type { Licensed } from '../keys/lease.service.ts'
import { findWritten } from '../use/data.queries.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Areas up to this size stay in memory. Terms never change. */
const REMEMBERED_BYTES = 16 * 1024
const MOST_REMEMBERED = 2_000

export interface Answered {
  text: string
  digest: Buffer
  validUntil: Date
}

/** Nobody can seal to the key of the device: it has no shared secret with any other key. */
export class UnsealableKey extends Error {
  override name = 'UnsealableKey'
}
const NO_SECRET = 'ERR_OSSL_FAILED_DURING_DERIVATION'

export type Published = Awaited<ReturnType<CurrentKeys['publishedAt']>>

/** The digest by which a D2C is found again: that of its sealed document, whatever mail did to the lines. */
export const sealedDigest = (token: string) => createHash('sha256').update(token).digest()

function sealed(seal: () => string): string {
  try {
    return seal()
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === NO_SECRET ? new UnsealableKey() : error
  }
}

export function createAnswers({ keyring }: { keyring: Keyring }) {
  const remembered = new Map<string, AreaBytes[]>()

  async function areasOf(of: { db: Db; developerId: number }, termsGuid: string): Promise<AreaBytes[]> {
    const known = remembered.get(termsGuid)
    if (known) return known
    const areas = await readAreas(of, termsGuid)
    const size = areas.reduce(
      (sum, one) => sum + DATA_AREAS.reduce((all, name) => all + (one[name]?.length ?? 0), 0),
      0,
    )
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    if (size <= REMEMBERED_BYTES) remembered.set(termsGuid, areas)
    return areas
  }

  /** The data areas of every product of a license, as a program would read them now. */
  async function dataOf(
    of: { db: Db; developerId: number },
    { license, content }: Licensed,
  ): Promise<Extract<D2cPackage, { kind: 'data' }>[]> {
    const areas = await areasOf(of, license.termsGuid)
    const packages: Extract<D2cPackage, { kind: 'data' }>[] = []
    for (const [index, { licenseId }] of [content, ...content.otherProducts].entries())
      for (const area of DATA_AREAS) {
        const said = areas[index]?.[area]
        if (!said) continue
        const written = area === 'raw' ? await findWritten(of, license.guid, licenseId) : undefined
        packages.push({
          kind: 'data',
          licenseId,
          area,
          content: (written?.content ?? said).toString('base64'),
          revision: written?.revision ?? 0,
        })
      }
    return packages
  }

  function make(
    { developerId, guid, now }: { developerId: number; guid: string; now: Date },
    { jti, keys: { seal } }: C2dClaims,
    published: Published,
    { content }: Pick<Licensed, 'content'>,
    packages: readonly D2cPackage[],
  ): Answered {
    const validUntil = new Date(now.getTime() + exchangeDays(content).d2c * DAY_MS)
    const { keys, revocations } = keyring.tellKeys(published, now, jti)
    const publicKey = sealingKeyOf(seal)
    if (!publicKey) throw new Error('a C2D with an invalid key was accepted')
    const claims = {
      iss: String(developerId),
      jti: guid,
      re: jti,
      iat: seconds(now),
      exp: seconds(validUntil),
      keys: keys.map(({ kid, certificate }) => ({ kid, certificate })),
      revocations,
      packages,
    }
    const text = sealed(() =>
      makeD2c(claims, keyring.privateOf(published.signer), { kid: recipientId(seal), publicKey }),
    )
    const file = readFile(text)
    if ('fault' in file) throw new Error('a D2C that cannot be read')
    return { text, digest: sealedDigest(file.token), validUntil }
  }

  return { dataOf, make }
}
