// Signs packages for ten thousand locks through the real call, on a server in its own process, against the bare
// cryptography of the same packages: the identity of each lock, the signature, the seal. It also measures the peak
// memory of the server.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Client } from '@sealwright/client'
import { TOKEN_TYPES, dongleLicenseCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import type { LockPackageClaims } from '@sealwright/contract'
import { makeLockPackage, recipientId, sealingKeyOf, signJws } from '@sealwright/exchange'
import type pg from 'pg'
import { PIN, addLocks, setDemoPin } from '../e2e/support/demo-locks.ts'
import type { DemoLock } from '../e2e/support/demo-locks.ts'
import { completed, measureBatch } from './batch.ts'
import { defineBench } from './harness.ts'

const FULL = { locks: 10_000, rounds: 4 }
const QUICK = { locks: 1_000, rounds: 1 }
/** Locks of the batch before the measured ones. */
const WARM_UP = 2_000
const PRODUCT = { name: '硬件锁批量', displayName: '硬件锁批量', licenseForm: 3, licenseId: 77_006 }

/** From the call to the end of its task. */
async function issued(call: Client, template: string, keyword: string, count: number): Promise<void> {
  const { taskId } = await call(dongleLicenseCalls.batchIssue, {
    templateGuids: [template],
    filter: { keyword },
    pin: PIN,
  })
  await completed(call, taskId, count)
}

/** The cryptography of a batch alone, with claims of the size that the center makes. */
function signedBare(locks: readonly DemoLock[]): void {
  const [root, key] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const [rootKey, signer] = [
    { kid: 'root', privateKey: root.privateKey },
    { kid: 'bench', privateKey: key.privateKey },
  ]
  const iat = Math.floor(Date.now() / 1000)
  const { x = '' } = key.publicKey.export({ format: 'jwk' })
  const jwk = { kty: 'OKP', crv: 'Ed25519', x, kid: 'bench' }
  const certificate = signJws(
    TOKEN_TYPES.key,
    { iss: '1', sub: 'bench', jwk, iat, nbf: iat, signsUntil: iat, exp: iat },
    rootKey,
  )
  const revocations = signJws(TOKEN_TYPES.revocations, { iss: '1', iat, keys: ['bench'], revoked: [] }, rootKey)
  for (const { serialNumber, sign, seal } of locks) {
    const publicKey = sealingKeyOf(seal)
    if (!publicKey) throw new Error('a lock without a key')
    const claims: LockPackageClaims = {
      iss: '1',
      jti: randomUUID(),
      iat,
      exp: iat + 86_400,
      keys: [{ kid: 'bench', certificate }],
      revocations,
      serial: serialNumber,
      number: 1,
      identity: signJws(TOKEN_TYPES.lockIdentity, { iss: '1', serial: serialNumber, sign }, rootKey),
      known: 0,
      operations: [
        {
          op: 'license',
          licenseId: PRODUCT.licenseId,
          isAdded: true,
          isForced: false,
          isForever: true,
          modules: [],
        },
      ],
    }
    makeLockPackage(claims, signer, { kid: recipientId(seal), publicKey })
  }
}

async function prepare(call: Client, db: pg.Client, count: number) {
  await setDemoPin(call)
  await call(productCalls.create, PRODUCT)
  const { guid: template } = await call(pcTemplateCalls.create, {
    kind: 'dongle',
    name: PRODUCT.name,
    licenseId: PRODUCT.licenseId,
    isForever: true,
  })
  // As in a center in use: the tables have rows and statistics. Otherwise the cached plans of foreign-key checks read
  // all packages of the batch for each new one, until PostgreSQL analyzes the tables by itself.
  await addLocks(db, '628', WARM_UP)
  await issued(call, template, '628', WARM_UP)
  await db.query('analyze')
  let batches = 0
  return {
    ours: async () => {
      const prefix = `63${String((batches += 1)).padStart(2, '0')}`
      await addLocks(db, prefix, count)
      await db.query('analyze dongle')
      return () => issued(call, template, prefix, count)
    },
    baseline: async () => {
      const prefix = `63${String((batches += 1)).padStart(2, '0')}`
      const locks = await addLocks(db, prefix, count)
      return async () => signedBare(locks)
    },
  }
}

export const dongleBatch = defineBench({
  name: 'dongle-batch',
  bar: { ratioAtLeast: 0.4, peakAtMostMb: 400 },
  shortfall:
    'the center writes five rows for each package (package, license, event, log, row of the task) and checks their ' +
    'foreign keys, and PostgreSQL shares the two cores with the signatures.',
  sides: ({ isQuick }) => ({
    ours: `packages for ${(isQuick ? QUICK : FULL).locks.toLocaleString('en')} locks by the call`,
    baseline: 'the bare cryptography of the same packages',
  }),
  run: (_stage, { isQuick, tell }) => {
    const { locks, rounds } = isQuick ? QUICK : FULL
    return measureBatch({
      what: 'packages signed',
      rows: locks,
      rounds,
      tell,
      prepare: (call, db) => prepare(call, db, locks),
    })
  },
})
