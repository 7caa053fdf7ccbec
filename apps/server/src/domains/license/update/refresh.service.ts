// Updates licenses: new terms, charged by the difference at the rates of the issue. All rules run in the contract's
// order before any write, so a batch can continue after a refusal. Licenses with the same terms and the same changes
// share the new terms, which are read and judged once.
import {
  LICENSE_STATUSES,
  LIMITS,
  REFRESH_RULES,
  fitsGift,
  licenseMachine,
  refreshChanges,
  shownSerial,
  statusAt,
  voucherFault,
} from '@sealwright/contract'
import type {
  ChangeField,
  Grant,
  LicenseFamily,
  LineKind,
  Price,
  RefreshRule,
  TemplateContent,
  Violation,
} from '@sealwright/contract'
import { findAccountName } from '../../../kernel/account-names.ts'
import type { LoggedFacts } from '../../../kernel/audit/record.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assess, booksOf, requireFunds, requireStanding, tryGrant, tryPrice } from '../../billing/index.ts'
import type { Charging } from '../../billing/index.ts'
import { listProductNames } from '../../product/index.ts'
import { contentOf, differencesOf, haveSameAreas, storedOf } from '../../template/index.ts'
import type { Digest, GroupPrices, StoredTerms } from '../../template/index.ts'
import type { ApprovalAsked, Approvals, CaughtBy, GivenChanges } from '../approvals.kind.ts'
import { insertCallerEvents } from '../event.queries.ts'
import { notAllowed, readChanges, requireAllowed, requireValid } from '../issue/content.service.ts'
import type { Changed, ProductEnds } from '../issue/content.service.ts'
import { isTrial } from '../issue/issue-judge.service.ts'
import { requireShown, shownOf } from '../issue/shown-price.service.ts'
import type { Shown } from '../issue/shown-price.service.ts'
import { startTrace } from '../issue/trace.service.ts'
import type { Trace } from '../issue/trace.service.ts'
import { lockLicenses, updateLicenses } from '../license.queries.ts'
import {
  begunOf,
  endOrNull,
  endsOf,
  expiryAt,
  paidAsIssued,
  pricedAt,
  stateForbids,
  statusLabel,
  targetOf,
  termsFacts,
} from '../license.rules.ts'
import type { License, LicenseEvent, Terms, WaitingUpdate } from '../license.tables.ts'
import type { Reading } from '../list/reading.service.ts'
import { findTerms, insertTerms } from '../terms.queries.ts'
import { findLastActor, listUpdatable } from './refresh.queries.ts'
import type { Updatable } from './refresh.queries.ts'
import { insertWaiting } from './waiting-update.queries.ts'

export interface RefreshDeps {
  charging: Charging
  approvals: Pick<Approvals, 'catches' | 'file'>
  prices: GroupPrices
  digest: Digest
  reading: Pick<Reading, 'canChangeAreas'>
}

export interface RefreshAsked {
  guid: string
  changes?: GivenChanges | undefined
  revision?: number | undefined
  priceFen?: number | undefined
}

/** How one license of a call or batch is updated. */
export interface RefreshHow {
  /** The flow that catches it, or null. A batch knows it in advance. */
  decided?: { by: CaughtBy | null } | undefined
  shown?: Shown | undefined
}

type Due = Pick<Price, 'totalFen' | 'lines' | 'units'>

/** The terms of a license before and after. */
interface Read {
  before: TemplateContent
  changed: Changed
}

/** The effect of an update. `price` is undefined if the terms have no price. */
export interface Weighed {
  ends: Pick<License, 'expiresAt' | 'partlyUntil'>
  price: Price | undefined
  /** The amount to pay now. Zero if the license is paid at its first use. */
  due: Due | undefined
  grant: Grant | undefined
}

/** An update that a flow caught, with its hold. It joins its request with `fileCaught`. */
export interface Caught {
  by: CaughtBy
  one: Updatable
  waiting: Omit<WaitingUpdate, 'requestGuid'>
}

/** The facts about an update that its undo needs. */
export interface RefreshEffect {
  revision: number
  termsBefore: string
  chargedBefore: Partial<Record<LineKind, number>>
  orderGuid: string | null
}

const NOTHING: Due = { totalFen: 0, lines: [], units: null }
const isFree = ({ totalFen, units }: Due) => totalFen === 0 && units === null
const SIMULTANEOUS = ['licBindLimit', 'machineNum', 'groupUsers'] as const
export const DEVICE_LIMITS = [...SIMULTANEOUS, 'licBindMaxLimit'] as const
const { approving } = LICENSE_STATUSES
const ENDS = ['endTime', 'licDuration', 'spanTime'] as const
const STARTS = ['startTime', 'licStartTimeType'] as const

/** The first device limit below the number of bound devices. Checks only `fields`, if given. */
export function narrowLimit(
  content: TemplateContent,
  { bound, everBound }: Pick<License, 'bound' | 'everBound'>,
  fields?: readonly ChangeField[],
): ChangeField | undefined {
  const isBelow = (name: (typeof DEVICE_LIMITS)[number], count: number) =>
    (fields?.includes(name) ?? true) && (content[name] ?? Number.POSITIVE_INFINITY) < count
  return (
    SIMULTANEOUS.find((name) => isBelow(name, bound)) ??
    (isBelow('licBindMaxLimit', everBound) ? 'licBindMaxLimit' : undefined)
  )
}

export const isCaught = (done: RefreshEffect | Caught): done is Caught => 'by' in done

/** True if nothing changes. Values with violations count as changes, so that the rules report them. */
export const isUnchanged = ({ changed: { fields, violations } }: Read) => fields.length === 0 && violations.length === 0

export function createRefreshing({ charging, approvals, prices, digest, reading }: RefreshDeps) {
  /** Changes for one license or many, with caches for their shared results. */
  function startChanging(family: LicenseFamily, changes: GivenChanges = {}) {
    return {
      family,
      changes,
      areas: new Map<string, Promise<boolean>>(),
      read: new Map<string, Promise<Read>>(),
      valid: new Map<string, Promise<void>>(),
      kept: new Map<string, { guid: string; terms: StoredTerms }>(),
    }
  }
  type Changing = ReturnType<typeof startChanging>

  async function once<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const found = known.get(key) ?? find()
    known.set(key, found)
    return found
  }
  /** The terms contain digests of the data areas, so the key covers their content. */
  const keyOf = ({ row, terms, productEnds }: Updatable) => JSON.stringify([terms, productEnds, row.templateGuid])

  const canChangeAreas = (scope: Scope, { areas }: Changing, { row }: Updatable) =>
    once(areas, row.templateGuid, () => reading.canChangeAreas(scope, row))

  /** Checks the state and applies the changes. */
  async function read(
    scope: Scope,
    changing: Changing,
    one: Updatable,
    trace: Trace<RefreshRule>,
  ): Promise<Read | undefined> {
    const { family, changes } = changing
    await trace.ask('state', () => {
      const status = statusAt(one.row, scope.asking.now)
      if (licenseMachine.next(status, 'refresh') === undefined) throw stateForbids(scope.say, one.row, status)
      if (one.isUpdateWaiting)
        throw new Refusal('license.updateWaits', { params: { serial: shownSerial(family, one.row.serial) } })
    })
    return trace.ask('changes', () =>
      once(changing.read, keyOf(one), async () => {
        const { termsGuid } = one.row
        const before = contentOf(one.terms, (await findTerms(scope, [termsGuid])).get(termsGuid)?.areas ?? [])
        const changed = await readChanges(scope, family, before, one.productEnds, changes)
        const allowed = refreshChanges(family, before, await canChangeAreas(scope, changing, one))
        requireAllowed(scope, changed, allowed)
        // Fields that do not apply to this license are not changeable either.
        const vain = changed.violations.find(
          ({ path, rule }) =>
            rule === 'notApplicable' && !allowed.has(path.slice(path.indexOf('.') + 1) as ChangeField),
        ) // a set may be asked for any name
        if (vain) throw notAllowed(scope, vain.path.slice(vain.path.indexOf('.') + 1))
        return { before, changed }
      }),
    )
  }

  /**
   * After the first use, the paid term starts no later than the start at the issue. Otherwise an update could move
   * start and end together and extend the license without payment.
   */
  function paidFrom({ startTime }: TemplateContent, { row, firstStart }: Updatable): string | null {
    if (row.firstUsedAt === null && row.everBound === 0) return startTime
    return startTime === null || firstStart === null || startTime > firstStart ? firstStart : startTime
  }

  /**
   * The grant counted from the issue, so elapsed days are part of the term. Undefined if the content cannot be priced.
   */
  function grantFor(scope: Scope, family: LicenseFamily, content: TemplateContent, one: Updatable): Grant | undefined {
    const grant = tryGrant(
      family,
      { ...content, startTime: paidFrom(content, one) },
      {
        now: pricedAt({ rates: one.rates, issuedAt: one.row.issuedAt }),
        timeZone: scope.caller.developer.timeZone,
        isTrialDeveloper: isTrial(scope),
      },
    )
    return grant && paidAsIssued(grant, one.rates)
  }

  /** The violation if the term exceeds the limit of the gift or voucher that paid for it. */
  function tooLong(grant: Grant | undefined): Pick<Violation, 'rule' | 'params'> | undefined {
    const { giftDays, voucherDays } = LIMITS.billing
    if (grant?.source === 'gift' && !fitsGift(grant) && (grant.days === null || grant.days > giftDays))
      return { rule: 'giftTooLong', params: { max: giftDays } }
    return grant?.source === 'voucher' && voucherFault(grant) === 'voucherTooLong'
      ? { rule: 'voucherTooLong', params: { max: voucherDays } }
      : undefined
  }

  /** Changed ends must be in the future and within the limit of a gift or voucher. */
  function requireEnds(
    now: Date,
    { content, productEnds, fields }: Changed,
    { changes }: Changing,
    endsBefore: ProductEnds,
    { expiresAt }: Weighed['ends'],
    grant: Grant | undefined,
  ): void {
    const end = ENDS.find((name) => fields.includes(name))
    const wrong = (path: string, rule: Violation['rule'], params: Violation['params'] = {}): Violation => ({
      path: `changes.${path}`,
      rule,
      params,
    })
    const far = tooLong(grant)
    const past = (changes.productEnds ?? []).flatMap(({ licenseId }, index) => {
      const own = productEnds[licenseId]
      return own !== undefined && own !== endsBefore[licenseId] && new Date(own) <= now
        ? [wrong(`productEnds.${index}.endTime`, 'endNotFuture')]
        : []
    })
    // An earlier start also makes the term longer.
    const lengthened = end ?? STARTS.find((name) => fields.includes(name))
    const violations = [
      ...(end !== undefined && !content.isForever && expiresAt <= now
        ? [wrong(end, 'endNotFuture')]
        : lengthened !== undefined && far
          ? [wrong(lengthened, far.rule, far.params)]
          : []),
      ...past,
    ]
    if (violations.length > 0) throw new Refusal('platform.badPayload', { violations })
  }

  /** Runs the other rules, except those about the developer's money. */
  async function weigh(
    scope: Scope,
    changing: Changing,
    one: Updatable,
    { before, changed }: Read,
    trace: Trace<RefreshRule>,
  ): Promise<Weighed> {
    const { family } = changing
    const { row, rates, terms } = one
    const { content, fields } = changed
    const ends = endsOf(content, changed.productEnds, begunOf(row))
    const grant = grantFor(scope, family, content, one)
    const isSound = await trace.ask('content', async () => {
      await once(changing.valid, keyOf(one), () => requireValid(scope, prices, family, changed, before.endTime))
      requireEnds(scope.asking.now, changed, changing, one.productEnds, ends, grant)
      return true
    })
    await trace.ask('machines', () => {
      const name = narrowLimit(content, row, fields)
      if (name !== undefined)
        throw new Refusal('license.bindCount', {
          params: { bound: row.bound, ever: row.everBound },
          field: `changes.${name}`,
        })
    })
    await trace.ask('trial', () => {
      const max = LIMITS.trial.licenseDays
      if (isTrial(scope) && grant && (grant.days === null || grant.days > max))
        throw new Refusal('license.trialTooLong', { params: { max } })
    })
    const found =
      grant &&
      tryPrice({
        rates,
        grant,
        count: 1,
        ...(row.isPaid && { charged: row.charged, before: grantFor(scope, family, before, one) }),
      })
    // Invalid terms have no price. That is not a fault of the template's billing, so skip the rule.
    const price =
      !found && !isSound
        ? undefined
        : await trace.ask('billing', () => {
            if (!found) throw new Refusal('license.templateWithoutBilling', { params: { name: terms.name } })
            return found
          })
    return { ends, price, due: price && (row.isPaid ? price : NOTHING), grant }
  }

  /** Stores the new terms, once for all licenses that had the same terms. */
  async function keep(
    scope: Scope,
    { kept }: Changing,
    one: Updatable,
    { content, productEnds, products }: Changed,
  ): Promise<{ guid: string; terms: StoredTerms }> {
    const known = kept.get(keyOf(one))
    if (known) return known
    const guid = scope.ids.guid()
    const { terms, areas } = storedOf(content, products, digest)
    // Unchanged data areas stay with the terms that store them.
    const held = haveSameAreas(one.terms, terms) ? { areasOf: one.areasOf, areas: null } : { areasOf: guid, areas }
    await insertTerms(scope, {
      developerId: scope.developerId,
      guid,
      terms,
      ...held,
      productEnds,
      createdAt: scope.asking.now,
    })
    kept.set(keyOf(one), { guid, terms })
    return { guid, terms }
  }

  /** Writes new terms of a license: the row, its history and the operation log. */
  async function write(
    scope: Scope,
    one: Updatable,
    after: { guid: string } & Pick<Terms, 'terms' | 'productEnds'>,
    ends: Weighed['ends'],
    charged: License['charged'],
    told: Pick<LicenseEvent, 'kind' | 'amountFen' | 'orderGuid'>,
  ): Promise<number> {
    const { asking } = scope
    const { row } = one
    // A call that waited for the lock may have an earlier time than the change it waited for. The history must not go
    // back in time.
    const now = asking.now < row.updatedAt ? row.updatedAt : asking.now
    const revision = row.revision + 1
    await updateLicenses(scope, [row.guid], {
      termsGuid: after.guid,
      revision,
      ...ends,
      expiry: expiryAt(ends, now),
      charged,
      updatedAt: now,
    })
    await insertCallerEvents(scope, [
      { licenseGuid: row.guid, at: now, termsBefore: row.termsGuid, termsAfter: after.guid, ...told },
    ])
    await note(scope, one, after)
    return revision
  }

  /** Writes the difference of terms to the operation log. */
  async function note(
    scope: Scope,
    one: Updatable,
    after: Pick<Terms, 'terms' | 'productEnds'>,
    told: LoggedFacts = {},
  ): Promise<void> {
    const [was, is] = [termsFacts(one), termsFacts(after)]
    const differing = (facts: typeof was) =>
      Object.fromEntries(differencesOf(was, is).map(({ field }) => [field, facts[field] ?? null]))
    await scope.record({
      type: 'update',
      target: targetOf(one.row),
      before: differing(was),
      after: { ...differing(is), ...told },
    })
  }

  /** Updates as approval flows see them. Of a batch, all of them together. */
  function askedOf(
    scope: Scope,
    { family, templateGuid, licenseIds }: Pick<License, 'family' | 'templateGuid' | 'licenseIds'>,
    weighed: readonly Weighed[],
  ): ApprovalAsked {
    const days = weighed.map(({ grant }) => grant?.days ?? null)
    return {
      family,
      event: 'update',
      templateGuid,
      licenseIds,
      count: weighed.length,
      fen: isTrial(scope) ? 0 : weighed.reduce((sum, { due }) => sum + (due?.totalFen ?? 0), 0),
      days: days.includes(null) ? null : Math.max(...days.map(Number)),
      isGift: weighed.some(({ grant }) => grant?.source === 'gift'),
    }
  }

  /**
   * Updates one locked license, or refuses before any write. Undefined if nothing changes. If a flow catches the
   * update, its cost is on hold, and the license stays as it is.
   */
  async function refreshOne(
    scope: Scope,
    changing: Changing,
    one: Updatable,
    { decided, shown }: RefreshHow,
  ): Promise<RefreshEffect | Caught | undefined> {
    const { row } = one
    const trace = startTrace(scope, REFRESH_RULES, 'refreshRules', false)
    const found = await read(scope, changing, one, trace)
    if (!found) throw new Error('a strict trace returned no result')
    if (isUnchanged(found)) return undefined
    const weighed = await weigh(scope, changing, one, found, trace)
    const { ends, price, due } = weighed
    if (!price || !due) throw new Error('a strict trace returned no result')
    await trace.ask('standing', () => requireStanding(booksOf(scope)))
    requireShown(scope, due, shown)
    const { content, productEnds } = found.changed
    const { by } = decided ?? { by: await approvals.catches(scope, askedOf(scope, row, [weighed])) }
    const wanted = {
      // A caught update can be requested again at the same revision.
      purpose: `license.update:${row.guid}:${by ? scope.ids.guid() : row.revision + 1}`,
      category: 'update' as const,
      subject: content.name,
      count: 1,
      price: due,
      packageType: content.packageName,
    }
    const paid = await trace.ask('money', () =>
      isFree(due) ? undefined : charging[by ? 'hold' : 'charge'](booksOf(scope), wanted),
    )
    const orderGuid = paid?.orderGuid ?? null
    const after = await keep(scope, changing, one, found.changed)
    const charged = row.isPaid ? price.perLicense : row.charged
    if (by) {
      await note(scope, one, { ...after, productEnds }, { status: statusLabel(scope.say, approving) })
      const waiting: Caught['waiting'] = {
        developerId: scope.developerId,
        licenseGuid: row.guid,
        baseTermsGuid: row.termsGuid,
        termsGuid: after.guid,
        baseRevision: row.revision,
        wasPaid: row.isPaid,
        orderGuid,
        charged,
        fen: paid ? due.totalFen : 0,
        state: 'waiting',
        reason: null,
        requestedBy: scope.caller.accountId,
        requestedAt: scope.asking.now,
      }
      return { by, one, waiting }
    }
    const revision = await write(scope, one, { ...after, productEnds }, ends, charged, {
      kind: 'refresh',
      amountFen: paid ? due.totalFen : null,
      orderGuid,
    })
    return { revision, termsBefore: row.termsGuid, chargedBefore: row.charged, orderGuid }
  }

  /** Files caught updates: one request for each flow. Returns the request of each license. */
  async function fileCaught(
    scope: Scope,
    all: readonly Caught[],
    taskGuid: string | null,
  ): Promise<Map<string, string>> {
    const requests = new Map<string, string>()
    for (const some of Map.groupBy(all, ({ by }) => `${by.flowGuid} ${by.version}`).values()) {
      const [first] = some
      if (!first) continue
      const { row, terms } = first.one
      const requestGuid = await approvals.file(scope, first.by, {
        family: row.family,
        event: 'update',
        taskGuid,
        templateName: terms.name,
        productName: [...(await listProductNames(scope, row.licenseIds)).values()].join(', '),
        subject: row.account ?? row.serial,
        count: some.length,
        fen: some.reduce((sum, { waiting }) => sum + waiting.fen, 0),
      })
      await insertWaiting(
        scope,
        some.map(({ waiting }) => ({ ...waiting, requestGuid })),
      )
      for (const { waiting } of some) requests.set(waiting.licenseGuid, requestGuid)
    }
    return requests
  }

  async function refresh(scope: Scope, family: LicenseFamily, asked: RefreshAsked) {
    const { guid, changes, revision } = asked
    const row = (await lockLicenses(scope, family, [guid])).get(guid)
    const one = row && (await listUpdatable(scope, family, [guid])).get(guid)
    if (!one) throw new Refusal('license.notFound')
    if (revision !== undefined && revision !== row.revision)
      throw new Refusal('platform.stale', {
        params: { actor: (await findLastActor(scope, guid)) ?? (await findAccountName(scope, row.issuedBy)) ?? '' },
      })
    const done = await refreshOne(scope, startChanging(family, changes), one, { shown: shownOf(asked) })
    if (done && isCaught(done)) {
      const requestGuid = (await fileCaught(scope, [done], null)).get(guid) ?? null
      return { guid, revision: row.revision, orderGuid: done.waiting.orderGuid, requestGuid }
    }
    return { guid, revision: done?.revision ?? row.revision, orderGuid: done?.orderGuid ?? null, requestGuid: null }
  }

  /** Dry run of an update: reports every rule, writes and locks nothing. */
  async function preview(scope: Scope, family: LicenseFamily, { guid, changes }: RefreshAsked) {
    const one = (await listUpdatable(scope, family, [guid])).get(guid)
    if (!one) throw new Refusal('license.notFound')
    const changing = startChanging(family, changes)
    const trace = startTrace(scope, REFRESH_RULES, 'refreshRules', true)
    const found = await read(scope, changing, one, trace)
    const weighed = found && (await weigh(scope, changing, one, found, trace))
    await trace.ask('standing', () => requireStanding(booksOf(scope)))
    const due = weighed?.due
    const packageName = found?.changed.content.packageName ?? null
    if (due) await trace.ask('money', () => requireFunds(scope, due, packageName))
    const by =
      found && weighed?.price && !isUnchanged(found)
        ? await approvals.catches(scope, askedOf(scope, one.row, [weighed]))
        : null
    const rules = trace.told()
    // Invalid terms have no meaningful expiry.
    const isSound = rules.some(({ rule, outcome }) => rule === 'content' && outcome === 'pass')
    return {
      rules,
      isAllowed: rules.every(({ outcome }) => outcome === 'pass'),
      changes: found
        ? differencesOf(
            termsFacts(one),
            termsFacts({
              terms: storedOf(found.changed.content, found.changed.products, digest).terms,
              productEnds: found.changed.productEnds,
            }),
          )
        : [],
      price: due && scope.caller.integratorGuid === null ? await assess(scope, due, packageName) : null,
      caughtBy: by ? { guid: by.flowGuid, name: by.name } : null,
      expireTime: endOrNull(((isSound && weighed?.ends) || one.row).expiresAt),
    }
  }

  /**
   * Undoes an update: restores the former terms and refunds the charge. The caller checks that nothing changed since.
   */
  async function restoreOne(
    scope: Scope,
    one: Updatable,
    before: Terms,
    { chargedBefore, orderGuid }: RefreshEffect,
  ): Promise<void> {
    const ends = endsOf(contentOf(before.terms, before.areas), before.productEnds, begunOf(one.row))
    if (orderGuid !== null) await charging.reverse(booksOf(scope), orderGuid)
    await write(scope, one, before, ends, chargedBefore, { kind: 'restore', amountFen: null, orderGuid })
  }

  return {
    askedOf,
    startChanging,
    canChangeAreas,
    read,
    weigh,
    refreshOne,
    fileCaught,
    refresh,
    preview,
    restoreOne,
    write,
  }
}

export type Refreshing = ReturnType<typeof createRefreshing>
