// Second factors: one-time passwords (TOTP), passkeys, and the recovery codes that come with the first of either.
// Checks them and uses them up. Callers check privileges and write the operation log. A passkey is bound to the domain
// name of the page that created it.
import { isIP } from 'node:net'
import { MINUTE_MS, SECOND_FACTORS } from '@sealwright/contract'
import type { SecondFactor } from '@sealwright/contract'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Db } from '../../../kernel/db/database.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { TOTP_ISSUER, createTotp, freshRecoveryCodes, hashRecoveryCode } from '../../../kernel/keys/totp.ts'
import * as queries from './second-factor.queries.ts'
import type { PasskeyRow } from './second-factor.queries.ts'

const CEREMONY_MS = 5 * MINUTE_MS

/** The session of a passkey ceremony, and its account. */
export interface FactorSession {
  id: string
  accountId: string
}

export interface SecondFactors {
  /** The ways in which this account can complete a sign-in. Empty if no second factor is enabled. */
  methodsOf(db: Db, accountId: string): Promise<SecondFactor[]>
  /** The passkey request for the browser, or null. Stores its challenge for the session. */
  passkeyRequest(
    db: Db,
    session: FactorSession,
    origin: string | undefined,
    now: Date,
  ): Promise<Record<string, unknown> | null>
  /**
   * True if correct. The TOTP step, recovery code or ceremony is then used up. The caller must commit even if the
   * answer is false, because a challenge allows only one attempt.
   */
  verify(
    db: Db,
    session: FactorSession,
    given: { method: SecondFactor; code?: string | undefined; credential?: Record<string, unknown> | undefined },
    origin: string | undefined,
    now: Date,
  ): Promise<boolean>
}

/** For the user's own account: enabling and disabling second factors. */
export interface OwnSecondFactors extends SecondFactors {
  /** Creates and stores a secret, without enabling it. */
  startTotp(db: Db, accountId: string, label: string): Promise<{ secret: string; uri: string }>
  /** The time step of this code under the stored secret. Undefined if the code is wrong. */
  arrivedStep(accountId: string, sealed: Buffer, code: string, now: Date): number | undefined
  /** Replaces the recovery codes. The plain codes cannot be read again. */
  renewRecoveryCodes(db: Db, accountId: string): Promise<string[]>
  /** If no second factor is left, deletes the recovery codes and ends the trust of devices. True if it did. */
  forgetIfLast(db: Db, accountId: string): Promise<boolean>
  canAddPasskey(origin: string | undefined): boolean
  /** The request for the browser to create a passkey. Null if the page has no domain name. */
  creationRequest(
    db: Db,
    session: FactorSession,
    user: { name: string; displayName: string },
    origin: string | undefined,
    now: Date,
  ): Promise<Record<string, unknown> | null>
  /** Reads the created passkey if it answers the session's own request. Uses up the request in any case. */
  readCreated(
    db: Db,
    session: FactorSession,
    credential: Record<string, unknown>,
    origin: string | undefined,
    now: Date,
  ): Promise<Omit<PasskeyRow, 'name' | 'createdAt' | 'lastUsedAt'> | undefined>
}

/**
 * The domain name that passkeys of this page are bound to. An IP address has none. Browsers offer passkeys only on
 * secure pages; localhost counts as secure.
 */
function domainOf(origin: string | undefined, publicUrl: string | undefined): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined
  const page = new URL(origin)
  if (publicUrl !== undefined && page.origin !== new URL(publicUrl).origin) return undefined
  const isLocal = page.hostname === 'localhost' || page.hostname.endsWith('.localhost')
  const isNumeric = isIP(page.hostname.replace(/^\[|\]$/g, '')) > 0
  return !isNumeric && (isLocal || page.protocol === 'https:') ? page.hostname : undefined
}

const TRANSPORTS = new Set<unknown>(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
// The maximum length of the standard, in base64url.
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

// Ed25519, P-256 with SHA-256, RSA with SHA-256: the algorithms of common authenticators. By default, the library also
// tries algorithms that not every Node version supports.
const ALGORITHMS = [-8, -7, -257]

const described = (passkey: PasskeyRow) => ({ id: passkey.id, transports: passkey.transports })

export function createSecondFactors({
  box,
  publicUrl,
}: {
  box: SecretBox
  publicUrl: string | undefined
}): OwnSecondFactors {
  const totp = createTotp(box)

  async function isTotp(db: Db, accountId: string, code: string, now: Date): Promise<boolean> {
    const { secret, enabledAt } = await queries.findTotp(db, accountId)
    const step = secret && enabledAt ? totp.stepOf(accountId, secret, code, now) : undefined
    return step !== undefined && queries.useStep(db, accountId, step)
  }

  async function isPasskey(
    db: Db,
    session: FactorSession,
    credential: Record<string, unknown>,
    origin: string | undefined,
    now: Date,
  ): Promise<boolean> {
    const expectedChallenge = await queries.takeCeremony(db, session.id, 'verify', now)
    const expectedRPID = domainOf(origin, publicUrl)
    const kept = (await queries.listPasskeys(db, session.accountId)).find((passkey) => passkey.id === credential['id'])
    if (expectedChallenge === undefined || expectedRPID === undefined || origin === undefined || !kept) return false
    const response = credential as unknown as AuthenticationResponseJSON // the library validates it
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: false,
      credential: {
        id: kept.id,
        publicKey: new Uint8Array(kept.publicKey),
        counter: kept.counter,
        transports: kept.transports,
      },
    }).catch(() => undefined)
    return (
      result?.verified === true &&
      queries.usePasskey(db, session.accountId, kept.id, result.authenticationInfo.newCounter, now)
    )
  }

  async function methodsOf(db: Db, accountId: string): Promise<SecondFactor[]> {
    const has = await queries.findFactors(db, accountId)
    // Recovery codes replace another factor. Alone they are not a second factor.
    return has?.totp || has?.passkey ? SECOND_FACTORS.filter((method) => has[method]) : []
  }

  return {
    methodsOf,
    async passkeyRequest(db, session, origin, now) {
      const rpID = domainOf(origin, publicUrl)
      const passkeys = await queries.listPasskeys(db, session.accountId)
      if (rpID === undefined || passkeys.length === 0) return null
      const options = await generateAuthenticationOptions({
        rpID,
        allowCredentials: passkeys.map(described),
        userVerification: 'preferred',
        timeout: CEREMONY_MS,
      })
      await queries.keepCeremony(db, session.id, 'verify', options.challenge, new Date(now.getTime() + CEREMONY_MS))
      return { ...options }
    },
    async verify(db, session, { method, code, credential }, origin, now) {
      if (method === 'passkey') return credential !== undefined && isPasskey(db, session, credential, origin, now)
      if (code === undefined) return false
      return method === 'totp'
        ? isTotp(db, session.accountId, code, now)
        : queries.useRecoveryCode(db, session.accountId, hashRecoveryCode(session.accountId, code), now)
    },
    async startTotp(db, accountId, label) {
      const { secret, uri, sealed } = totp.start(accountId, label)
      await queries.setTotp(db, accountId, { secret: sealed, enabledAt: null, lastStep: null })
      return { secret, uri }
    },
    arrivedStep: totp.stepOf,
    async renewRecoveryCodes(db, accountId) {
      const codes = freshRecoveryCodes()
      await queries.replaceRecoveryCodes(
        db,
        accountId,
        codes.map((code) => hashRecoveryCode(accountId, code)),
      )
      return codes
    },
    async forgetIfLast(db, accountId) {
      if ((await methodsOf(db, accountId)).length > 0) return false
      await queries.replaceRecoveryCodes(db, accountId, [])
      await queries.distrustDevices(db, accountId)
      return true
    },
    canAddPasskey: (origin) => domainOf(origin, publicUrl) !== undefined,
    async creationRequest(db, session, user, origin, now) {
      const rpID = domainOf(origin, publicUrl)
      if (rpID === undefined) return null
      const options = await generateRegistrationOptions({
        rpName: TOTP_ISSUER,
        rpID,
        userID: new TextEncoder().encode(session.accountId),
        userName: user.name,
        userDisplayName: user.displayName,
        timeout: CEREMONY_MS,
        attestationType: 'none',
        excludeCredentials: (await queries.listPasskeys(db, session.accountId)).map(described),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      await queries.keepCeremony(db, session.id, 'add', options.challenge, new Date(now.getTime() + CEREMONY_MS))
      return { ...options }
    },
    async readCreated(db, session, given, origin, now) {
      const expectedChallenge = await queries.takeCeremony(db, session.id, 'add', now)
      const expectedRPID = domainOf(origin, publicUrl)
      if (expectedChallenge === undefined || expectedRPID === undefined || origin === undefined) return undefined
      const response = given as unknown as RegistrationResponseJSON // the library validates it
      const result = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!result?.verified) return undefined
      const { credential, credentialBackedUp } = result.registrationInfo
      if (!CREDENTIAL_ID.test(credential.id)) return undefined
      // The library does not validate this field.
      const told: unknown = credential.transports
      const transports = Array.isArray(told) ? told.filter((name): name is string => TRANSPORTS.has(name)) : []
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...new Set(transports)],
        isSynced: credentialBackedUp,
      }
    },
  }
}
