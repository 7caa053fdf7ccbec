// Reads the claims of a C2D as a request of a program. Pure. The file was sealed and signed, but a device can write
// anything into it, so texts are cleaned before they are stored.
import type { KeyObject } from 'node:crypto'
import { LIMITS, c2dClaims, isCode, lockRequestClaims, plainCode, wallTime } from '@sealwright/contract'
import type { C2dClaims, ExchangeKind, ExchangeState, LockRequestClaims } from '@sealwright/contract'
import { fileNameOf, openC2d, safeName } from '@sealwright/exchange'
import type { FileFault } from '@sealwright/exchange'
import * as z from 'zod/mini'
import type { Use, UseRefused, UsedFile } from '../../license/index.ts'
import type { Exchange } from '../runtime.tables.ts'
import type { LockFile } from './dongles.kind.ts'

type Fault = FileFault | Exclude<ReturnType<typeof openC2d>, { claims: unknown }>['fault']

const refuse = (reason: UseRefused['reason'], params: UseRefused['params'] = {}): UseRefused => ({ reason, params })

const REASON_OF: Readonly<Record<Fault, UseRefused['reason']>> = {
  noFile: 'fileUnreadable',
  cut: 'fileUnreadable',
  damaged: 'fileUnreadable',
  version: 'fileVersion',
  tooLarge: 'fileTooLarge',
  otherKind: 'fileWrongKind',
  foreign: 'fileForeign',
  forged: 'fileForged',
}

/** A C2D that can be trusted to come from the device whose key it names. */
export interface OpenedFile {
  claims: C2dClaims
  digest: Buffer
  madeAt: Date
  machineName: string
  /** As the code of a license is stored. Empty if it cannot be one. */
  code: string | undefined
  account: string | undefined
}

/** Without characters that break a line or cannot be stored. Undefined if nothing is left. */
const cleaned = (text: string | undefined, max: number) =>
  text
    ?.toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed() || undefined

const tidied = (claims: LockRequestClaims): LockRequestClaims => ({
  ...claims,
  firmware: cleaned(claims.firmware, 20) ?? '',
})

/** Opens a C2D of this developer, or says why it cannot. That of a dongle is refused where a device is expected. */
export function openFile(
  developerId: number,
  text: string,
  exchangeKey: { kid: string; privateKey: KeyObject },
): OpenedFile | { refused: UseRefused; lock?: LockFile } {
  const opened = openC2d(text, (kid) => (kid === exchangeKey.kid ? exchangeKey.privateKey : undefined))
  if ('fault' in opened) return { refused: refuse(REASON_OF[opened.fault], { max: LIMITS.license.exchangeFileBytes }) }
  if (opened.by === 'dongle') {
    const { success, data: claims } = z.safeParse(lockRequestClaims, opened.claims)
    if (!success) return { refused: refuse('fileForged') }
    if (claims.iss !== String(developerId)) return { refused: refuse('fileForeign') }
    return { refused: refuse('fileWrongKind'), lock: { claims: tidied(claims), digest: opened.digest } }
  }
  const { success, data: claims } = z.safeParse(c2dClaims, opened.claims)
  if (!success) return { refused: refuse('fileForged') }
  if (claims.iss !== String(developerId)) return { refused: refuse('fileForeign') }
  const { fingerprint, name, os } = claims.machine
  const max = LIMITS.runtime.machineNameMax
  const code = claims.code === undefined ? undefined : plainCode(claims.code)
  return {
    claims: { ...claims, machine: { ...claims.machine, name: cleaned(name, max), os: cleaned(os, max) } },
    digest: opened.digest,
    madeAt: new Date(claims.iat * 1000),
    machineName: cleaned(name, max) ?? fingerprint.slice(0, 12),
    code: code === undefined || isCode(code) ? code : '',
    account: cleaned(claims.account, LIMITS.account.accountMax),
  }
}

const ACT_OF = { bind: 'activate', refresh: 'validate', unbind: 'deactivate' } as const satisfies Record<
  ExchangeKind,
  Use['act']
>

export const fileOf = ({ claims: { kind, keys, counter }, madeAt }: OpenedFile): UsedFile => ({
  kind,
  madeAt,
  key: keys.sign,
  counter,
})

/** How a file names its license to somebody who needs no token. */
export const byOf = ({ code, claims: { kind } }: OpenedFile): Use['by'] =>
  code !== undefined ? 'code' : kind === 'bind' ? 'guid' : 'lease'

export const useOf = (file: UsedFile, by: Use['by'], isTrusted: boolean): Use => ({
  act: ACT_OF[file.kind],
  by,
  file,
  ...(isTrusted && { isPasswordRight: true }),
})

/** Without the ending. The rest is for the number of a name that is taken. */
export const ANSWER_NAME_MAX = 100

/** The name of the answer: that of the request, if it has one. */
export function answerNameOf(
  name: string,
  { machineName, madeAt }: Pick<OpenedFile, 'machineName' | 'madeAt'>,
  timeZone: string,
): string {
  if (!/.\.c2d$/i.test(name)) return fileNameOf('D2C', machineName, wallTime(madeAt, timeZone))
  return `${safeName(name.slice(0, -4), ANSWER_NAME_MAX)}.d2c`
}

export const stateOf = ({ kind, validUntil }: Pick<Exchange, 'kind' | 'validUntil'>, now: Date): ExchangeState =>
  kind === 'unbind' ? 'removed' : validUntil > now ? 'ready' : 'ended'
