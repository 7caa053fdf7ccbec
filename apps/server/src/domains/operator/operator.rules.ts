// Pure decisions about operators: secrets, the end of a session, facts for the log.
import { createHash, timingSafeEqual } from 'node:crypto'
import { LIMITS, MINUTE_MS } from '@sealwright/contract'
import type { OperatorRole } from '@sealwright/contract'

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()
export const isSecret = (stored: Buffer, given: string) => timingSafeEqual(stored, hashSecret(given))

/** A session ends after some time without a call, or at its maximum age. */
export const sessionEnd = (lastSeen: Date, expiresAt: Date) =>
  new Date(Math.min(lastSeen.getTime() + LIMITS.operator.idleMinutes * MINUTE_MS, expiresAt.getTime()))

export const rolesText = (roles: readonly OperatorRole[]) => roles.join(', ')
