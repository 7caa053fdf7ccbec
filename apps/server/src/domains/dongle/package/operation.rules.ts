// What a package does to the licenses in a lock: the operations of a template or of an update, what the lock holds
// after them, and what its results mean. Pure. A result counts once: later ones of the same package, and those of
// packages that were never made, change nothing. Dongle and center decide a write by the same function of the contract.
import { createHash } from 'node:crypto'
import {
  COUNT_OPERATIONS,
  DATA_AREAS,
  DONGLE_LICENSES,
  DONGLE_OPERATIONS,
  TERM_FIELD_NAMES,
  UPGRADE_STATUSES,
  endOfLockLicense,
  writeLicense,
} from '@sealwright/contract'
import type {
  ChangeField,
  DataArea,
  LicenseWrite,
  LockLicense,
  LockOperation,
  LockRequestClaims,
  LockResult,
  ProductGrant,
  SeatKind,
  TemplateContent,
  ValueChange,
} from '@sealwright/contract'
import { NEVER, bytesOf } from '../../license/index.ts'
import type { Held, PackageOutcome, ReportedPackage } from '../dongle.kind.ts'

const { none, set, unlimited } = COUNT_OPERATIONS
const { upgraded, failed } = UPGRADE_STATUSES
const secondsOf = (text: string) => Math.floor(Date.parse(text) / 1000)

/** Undefined if the value stays. */
function changeOf(op: number | null, value: number | null): ValueChange | undefined {
  if (op === null || op === none) return undefined
  if (op === unlimited) return { op: unlimited }
  return { op: op as ValueChange['op'], value: value ?? 0 } // one of the operations
}

const areaOf = (area: DataArea | null) => (area ? bytesOf(area).toString('base64') : undefined)
const areasOf = (grant: ProductGrant) =>
  Object.fromEntries(
    DATA_AREAS.flatMap((name) => {
      const content = areaOf(grant[name])
      return content === undefined ? [] : [[name, content]]
    }),
  )

/** The changes of values that all products of a template share. */
function termsOf(content: TemplateContent): Omit<LicenseWrite, 'licenseId' | 'isAdded' | 'isForced'> {
  const { startTimeOp, startTime, endTimeOp, endTime, endTimeDays, spanTimeOp, spanTime, counterOp, counter } = content
  const { concurrentType, concurrentNumOp, concurrentNum, isForever } = content
  const end = endTimeOp === set ? secondsOf(endTime ?? '') : endTimeDays
  return {
    isForever,
    start: changeOf(startTimeOp, startTime === null ? null : secondsOf(startTime)),
    ...(!isForever && { end: changeOf(endTimeOp, end), span: changeOf(spanTimeOp, spanTime) }),
    counter: changeOf(counterOp, counter),
    ...(concurrentType !== null && {
      seats: {
        kind: concurrentType as SeatKind, // a value of CONCURRENT_TYPES
        most: changeOf(concurrentNumOp, concurrentNum) ?? { op: none },
      },
    }),
  }
}

/** Without fields that are undefined: operations are compared and stored as JSON. */
const tidy = (operation: LockOperation): LockOperation => JSON.parse(JSON.stringify(operation)) as LockOperation // same

/** The operations of an issue from a template: one for each product. */
export function operationsOf(content: TemplateContent): LockOperation[] {
  return [content, ...content.otherProducts].map((grant) =>
    tidy({
      op: 'license',
      licenseId: grant.licenseId,
      isAdded: content.opType !== DONGLE_OPERATIONS.update,
      isForced: content.forceWrite === true,
      ...termsOf(content),
      version: grant.licenseVersion ?? undefined,
      modules: grant.modules,
      ...areasOf(grant),
    }),
  )
}

/** The content that an update of a license starts from: no value changes. */
export const unchanged = ({ licenseId, modules, version, seats }: LockLicense): TemplateContent => ({
  ...(Object.fromEntries(TERM_FIELD_NAMES.map((name) => [name, null])) as unknown as Omit<
    TemplateContent,
    'name' | 'otherProducts' | keyof ProductGrant
  >), // one for each name
  name: '',
  isForever: false,
  opType: DONGLE_OPERATIONS.update,
  forceWrite: false,
  startTimeOp: none,
  endTimeOp: none,
  spanTimeOp: none,
  counterOp: none,
  concurrentType: seats?.kind ?? null,
  concurrentNumOp: seats ? none : null,
  licenseId,
  licenseVersion: version,
  modules: [...modules],
  rom: null,
  raw: null,
  pub: null,
  otherProducts: [],
})

/** The operation of an update. Only what the caller changed is written. */
export function updateOf(content: TemplateContent, fields: readonly ChangeField[]): LockOperation {
  const { seats, ...terms } = termsOf(content)
  const isSeats = fields.some((field) => field.startsWith('concurrent'))
  return tidy({
    op: 'license',
    licenseId: content.licenseId,
    isAdded: false,
    isForced: false,
    ...terms,
    ...(isSeats && { seats }),
    ...(fields.includes('licenseVersion') && { version: content.licenseVersion ?? undefined }),
    ...(fields.includes('modules') && { modules: content.modules }),
    ...areasOf(content),
  })
}

export const licenseIdsOf = (operations: readonly LockOperation[]): number[] => [
  ...new Set(operations.flatMap((one) => ('licenseId' in one ? [one.licenseId] : []))),
]

/** With digests instead of data areas: the center stores what is in each lock, but not the same area for every lock. */
export function light(operation: LockOperation): LockOperation {
  if (operation.op !== 'license') return operation
  const areas = DATA_AREAS.flatMap((name) => {
    const content = operation[name]
    return content === undefined ? [] : [[name, createHash('sha256').update(content).digest('base64url')]]
  })
  return { ...operation, ...Object.fromEntries(areas) }
}

/** Does an operation to the licenses in a lock, as the lock would. */
export function perform(held: Held, operation: LockOperation): LockResult {
  if (operation.op === 'clear') held.clear()
  else if (operation.op === 'delete') return held.delete(operation.licenseId) ? 'done' : 'missing'
  else if (operation.op === 'license') {
    const { licenseId } = operation
    const written = writeLicense(held.get(licenseId), operation)
    if ('fault' in written) return written.fault
    if (!held.has(licenseId) && held.size >= DONGLE_LICENSES) return 'full'
    held.set(licenseId, written.license)
  }
  return 'done'
}

/** The lock says that it did this. Its values may differ from those that the center knows, for example a counter. */
export function performed(held: Held, operation: LockOperation): void {
  if (perform(held, operation) === 'done' || operation.op !== 'license') return
  const { start, end, span, counter, seats, ...rest } = operation
  const only = (change: ValueChange | undefined) =>
    change?.op === set || change?.op === unlimited ? change : undefined
  perform(held, {
    ...rest,
    isForced: true,
    start: only(start),
    end: only(end),
    span: only(span),
    counter: only(counter),
    ...(seats && { seats: { ...seats, most: only(seats.most) ?? { op: none } } }),
  })
}

/** The first result that is not `done`, and what the lock would hold. */
export function judgeOperations(held: Held, operations: readonly LockOperation[]): { fault?: LockResult; after: Held } {
  const after = new Map(held)
  for (const operation of operations) {
    const result = perform(after, operation)
    if (result !== 'done') return { fault: result, after }
  }
  return { after }
}

/** When a license inside a lock ends, for lists. */
export function endOf(license: LockLicense | null): Date {
  const end = license && endOfLockLicense(license)
  return end === null ? NEVER : new Date(Math.min(end * 1000, NEVER.getTime()))
}

const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))

export const insideAnswer = (license: LockLicense | null) =>
  license && {
    licenseVersion: license.version,
    startTime: timeOf(license.start),
    endTime: timeOf(license.end),
    spanTime: license.span,
    counter: license.counter,
    concurrentType: license.seats?.kind ?? null,
    concurrentNum: license.seats?.most ?? null,
    modules: [...license.modules],
    hasRom: license.rom !== null,
    hasRaw: license.raw !== null,
    hasPub: license.pub !== null,
  }

/** The results by number of the package. The first of a number counts, and none above the last package taken. */
export function resultsOf({ results, last }: Pick<LockRequestClaims, 'results' | 'last'>): Map<number, LockResult[]> {
  const found = new Map<number, LockResult[]>()
  for (const [number, ...each] of results) if (number <= last && !found.has(number)) found.set(number, each)
  return found
}

/**
 * The outcome of each open package that the lock has taken or passed over, in order of number. `inside` becomes what
 * the lock holds. A lock takes packages in order, so one without a result below its last number can never be taken.
 */
export function takeResults(
  inside: Held,
  open: readonly ReportedPackage[],
  results: ReadonlyMap<number, readonly LockResult[]>,
  last: number,
): PackageOutcome[] {
  return open
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ guid, number, operations }): PackageOutcome[] => {
      const told = results.get(number)
      if (!told)
        return number <= last ? [{ guid, number, status: failed, results: null, reason: 'overtaken' as const }] : []
      // A part without a result was not done.
      const each = operations.map((_operation, index) => told[index] ?? 'unsupported')
      operations.forEach((operation, index) => {
        if (each[index] === 'done') performed(inside, operation)
      })
      const reason = each.find((result) => result !== 'done') ?? null
      return [{ guid, number, status: reason === null ? upgraded : failed, results: each, reason }]
    })
}
