// Pure decisions about lent seats: how many there are, new codes, and which device holds one.
import { randomInt } from 'node:crypto'
import {
  CODE_ALPHABET,
  DAY_MS,
  LENDING_CODE_VALUES,
  isLent,
  lendingCodeOf,
  lendingStateAt,
  machineLimits,
  maskedSerial,
  shownCode,
} from '@sealwright/contract'
import type { LendingSeats, MachinePart, TemplateContent } from '@sealwright/contract'
import { isGroup, isSameDevice, seatLimit } from '../license/index.ts'
import type { Identity } from '../license/index.ts'
import type { Lending } from './lending.tables.ts'

export const newCode = () =>
  lendingCodeOf(Array.from({ length: LENDING_CODE_VALUES }, () => randomInt(CODE_ALPHABET.length)))

/** The end of a loan. It is not after the end of the license. */
export const dueOf = (days: number, { expiresAt }: { expiresAt: Date }, now: Date) =>
  new Date(Math.min(now.getTime() + days * DAY_MS, expiresAt.getTime()))

/** All seats of a code: of a group code its users, otherwise its devices. Null: not limited. */
export const allSeats = (content: TemplateContent) =>
  isGroup(content) ? seatLimit(content) : machineLimits(content).atOnce

/** The seats of a code. `taken` are those of programs, or of a code that is no group code, its bound devices. */
export function seatsOf(
  content: TemplateContent,
  { taken, lent, late }: { taken: number; lent: number; late: number },
): LendingSeats {
  const isOn = content.lending === true
  const seats = allSeats(content)
  const lendable = isOn ? (content.lendingSeats ?? 0) : 0
  const free = seats === null ? Infinity : seats - taken - lent
  return {
    isOn,
    seats,
    taken,
    lent,
    lendable,
    left: Math.max(0, Math.min(lendable - lent, free)),
    days: content.lendingDays ?? 0,
    late,
  }
}

/** Whether this device holds a lent seat. One changed part is tolerated, compared with the parts it had at first. */
export const isHolder = (
  { fingerprint, parts }: Pick<Lending, 'fingerprint' | 'parts'>,
  device: Identity,
  counted: readonly MachinePart[],
) => fingerprint !== null && isSameDevice({ fingerprint, parts }, device, counted)

/** Past its end on a device that never returned it. */
const isLate = ({ state, dueAt }: Pick<Lending, 'state' | 'dueAt'>, now: Date) => state === 'bound' && dueAt <= now

/** A row of a list. Whoever may not lend does not see the whole code. */
export function rowOf(row: Lending, now: Date, canUse: boolean) {
  const state = lendingStateAt(row, now)
  return {
    guid: row.guid,
    code: canUse ? row.code : maskedSerial('sn', row.code),
    state,
    person: row.person,
    email: row.email,
    days: row.days,
    note: row.note,
    isBorrowed: row.isBorrowed,
    lender: row.lenderName,
    machineName: row.machineName,
    reason: row.reason,
    isLate: isLate(row, now),
    createTime: row.createdAt,
    dueTime: row.dueAt,
    bindTime: row.boundAt,
    seenTime: row.seenAt,
    endTime: row.endedAt ?? (isLent(state) ? null : row.dueAt),
  }
}

/** The target of the operation log. */
export const targetOf = ({ guid, person, code }: Pick<Lending, 'guid' | 'person' | 'code'>) =>
  ({ kind: 'lending', guid, name: `${person} (${shownCode(maskedSerial('sn', code))})` }) as const
