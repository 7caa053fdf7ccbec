// A lock that answers like a dongle, without its files and processes, so that tests can write any claims. It takes
// packages by the rules of the contract. The virtual dongle has its own tests.
import { createPublicKey, randomBytes } from 'node:crypto'
import { TOKEN_TYPES, writeLicense } from '@sealwright/contract'
import type {
  LockLicense,
  LockOperation,
  LockPackageClaims,
  LockRequest,
  LockRequestClaims,
  LockResult,
} from '@sealwright/contract'
import { isSignedBy, makeLockRequest, openD2c, readToken, recipientId, splitFiles } from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'
import type { MovableClock } from './clock.ts'
import { readExchangeKey } from './device.ts'
import type { TestLock } from './locks.ts'
import type { Program } from './program.ts'

export interface DongleState {
  seq: number
  last: number
  until: number | null
  isLost: boolean
  isLocked: boolean
  licenses: Map<number, LockLicense>
  results: [number, ...LockResult[]][]
}

export interface TestDongle extends TestLock {
  state: DongleState
  pair: KeyPair
  /** Writes a request. Given claims replace the usual ones; other keys sign instead of its own. */
  request(act: LockRequest, claims?: Partial<LockRequestClaims>, by?: KeyPair): string
  /** Takes packages in order: the results of each, or `replayed`. */
  take(text: string): (LockResult[] | 'replayed')[]
  /** The content of a package, whose signature and certificate are checked. */
  open(text: string): LockPackageClaims
  /** Asks by a call and takes what comes. */
  contact(act: LockRequest): Promise<{ status: number; results: (LockResult[] | 'replayed')[] }>
}

const claimsOf = (token: string) => readToken(token)?.claims ?? {}
const keyFrom = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

export function performOn(state: DongleState, operation: LockOperation): LockResult {
  const { licenses } = state
  switch (operation.op) {
    case 'license': {
      const written = writeLicense(licenses.get(operation.licenseId), operation)
      if ('fault' in written) return written.fault
      licenses.set(operation.licenseId, written.license)
      break
    }
    case 'delete':
      return licenses.delete(operation.licenseId) ? 'done' : 'missing'
    case 'clear':
      licenses.clear()
      break
    case 'activate':
      Object.assign(state, { until: operation.until, isLost: false })
      break
    case 'lose':
      state.isLost = true
      break
    case 'lock':
    case 'unlock':
      state.isLocked = operation.op === 'lock'
      break
    case 'toPermanent':
      state.until = null
      break
    case 'toActivation':
    case 'setOfflineDays':
      state.until = operation.until
      break
  }
  return 'done'
}

export async function createTestDongle(
  program: Program,
  clock: Pick<MovableClock, 'now'>,
  lock: TestLock,
): Promise<TestDongle> {
  const to = await readExchangeKey(program)
  const { sign, seal } = lock.keys
  const pair: KeyPair = {
    sign: sign.privateKey,
    open: seal.privateKey,
    public: { sign: sign.publicKey, seal: seal.publicKey },
  }
  const state: DongleState = {
    seq: 0,
    last: 0,
    until: null,
    isLost: false,
    isLocked: false,
    licenses: new Map(),
    results: [],
  }

  const request: TestDongle['request'] = (act, claims = {}, by = pair) =>
    makeLockRequest(
      {
        iss: String(program.developerId),
        jti: randomBytes(16).toString('base64url'),
        iat: Math.floor(clock.now().getTime() / 1000),
        act,
        serial: lock.serialNumber,
        shell: lock.shellNumber,
        firmware: '3.1.0',
        seq: ++state.seq,
        last: state.last,
        held: state.licenses.size,
        until: state.until,
        results: state.results,
        ...claims,
      },
      by,
      to,
    )

  function open(text: string): LockPackageClaims {
    const opened = openD2c(
      text,
      { kid: recipientId(seal.publicKey), privateKey: seal.privateKey },
      TOKEN_TYPES.lockPackage,
    )
    if ('fault' in opened) throw new Error(`the package cannot be opened: ${opened.fault}`)
    const { token } = opened
    const claims = token.claims as unknown as LockPackageClaims // made by the center
    const { jwk } = claimsOf(claims.keys.find(({ kid }) => kid === token.kid)?.certificate ?? '') as {
      jwk?: { x: string }
    } // made by the center
    if (!jwk || !isSignedBy(token, keyFrom(jwk.x))) throw new Error('the package is not signed by a key that it names')
    const identity = claimsOf(claims.identity)
    if (claims.serial !== lock.serialNumber || identity['sign'] !== sign.publicKey)
      throw new Error('the package is for another lock')
    return claims
  }

  const take: TestDongle['take'] = (text) =>
    splitFiles(text).map((one) => {
      const { number, known, operations } = open(one)
      if (number <= state.last) return 'replayed'
      const results = operations.map((operation) => performOn(state, operation))
      state.last = number
      state.results = [...state.results.filter(([of]) => of > known), [number, ...results]]
      return results
    })

  return {
    ...lock,
    state,
    pair,
    request,
    take,
    open,
    async contact(act) {
      const { status, body } = await program.ask('dongle', { file: request(act) })
      if (status !== 200) throw new Error(`the contact was refused: ${JSON.stringify(body)}`)
      const packages = body['packages'] as string[] // of the center
      return { status: Number(body['status']), results: packages.flatMap((text) => take(text)) }
    },
  }
}
