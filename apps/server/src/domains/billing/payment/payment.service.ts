// The payment center. It applies each report of a provider once, whether the report comes from a callback, a query or
// the reconciliation. It never calls a provider inside a transaction: it decides on a report under the lock of the
// top-up, against the state that the top-up has by then.
import { DEFAULT_LOCALE, HOUR_MS, LIMITS, MINUTE_MS, topUpMachine, yuanText } from '@sealwright/contract'
import type { Locale, PaymentMethod, TopUpEvent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { LoggedFacts, Operation } from '../../../kernel/audit/record.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import type { Given } from '../../../kernel/in-scope.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { languageOf } from '../../developer/index.ts'
import type { Charging } from '../ledger/charging.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { lockAccounts, postTransfer } from '../ledger/ledger.queries.ts'
import type { TopUp } from '../ledger/ledger.tables.ts'
import { moneyCame } from '../reminder/low-balance.service.ts'
import { outcomeOf, paymentOf, refundSerialOf } from './payment.rules.ts'
import type { Outcome } from './payment.rules.ts'
import { isPayable } from './providers/provider.ts'
import type { Departure, Payment, PaymentNews, PaymentProvider } from './providers/provider.ts'
import * as queries from './top-up.queries.ts'
import type { PaymentEvent } from './top-up.queries.ts'

const OPEN_MS = LIMITS.topUp.openHours * HOUR_MS
/** How many top-ups a reconciliation run processes, and how many of them at the same time. */
const AT_A_RUN = 200
const AT_ONCE = 5

export interface PaymentDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  languages: Record<Locale, Sentences>
  charging: Charging
  /** Pays the service fee if it is due and renews automatically. */
  renewFee: (developerId: number) => Promise<void>
  providers: readonly PaymentProvider[]
  /** The address for the callbacks of a provider. */
  notifyUrl: (method: PaymentMethod) => string
}

/** A transaction in which a person or the platform changes a top-up, with the way to write the operation log. */
type Work<T> = (books: Books, say: Sentences, record: (operation: Operation) => Promise<void>) => Promise<T>
type Hand = <T>(work: Work<T>) => Promise<T>

type TopUpKey = Pick<TopUp, 'developerId' | 'guid'>
type Taken = { row: TopUp; outcome: Outcome | undefined }

const forbidden = ({ status }: Pick<TopUp, 'status'>, say: Sentences) =>
  new Refusal('topUp.stateForbids', { params: { status: say(`billing.topUpStates.${status}`) } })

export const operationOn = (
  { guid, serial }: Pick<TopUp, 'guid' | 'serial'>,
  type: Operation['type'],
  facts: { before?: LoggedFacts; after: LoggedFacts },
): Operation => ({ type, target: { kind: 'topUp', guid, name: serial }, ...facts })

export function createPaymentCenter({
  database,
  clock,
  ids,
  log,
  languages,
  charging,
  renewFee,
  providers,
  notifyUrl,
}: PaymentDeps) {
  const providerOf = (method: PaymentMethod) => providers.find((provider) => provider.method === method)

  const inBooks = <T>(developerId: number, work: (books: Books) => Promise<T>) =>
    database.inTenant(developerId, 'write', (db) => work({ db, developerId, ids, now: clock.now(), actor: null }))

  /** In the platform's name, in an open transaction. */
  const inName = async <T>(books: Books, work: Work<T>) => {
    const say = await languageOf(books.db, books.developerId, languages)
    return work(books, say, (operation) => recordByPlatform(books, say, 'payment', operation))
  }
  const byPlatform =
    (developerId: number): Hand =>
    (work) =>
      inBooks(developerId, (books) => inName(books, work))
  const byPerson =
    (given: Given): Hand =>
    (work) =>
      inScope(database, given, 'write', (scope) =>
        work(booksOf(scope), scope.say, (operation) => scope.record(operation)),
      )

  async function find({ developerId, guid }: TopUpKey): Promise<TopUp> {
    const row = await database.inTenant(developerId, 'read', (db) => queries.findTopUp({ db, developerId }, guid))
    if (!row) throw new Refusal('topUp.notFound')
    return row
  }

  async function lock(books: Books, guid: string): Promise<TopUp> {
    const row = await queries.lockTopUp(books, guid)
    if (!row) throw new Refusal('topUp.notFound')
    return row
  }

  /** Outside of any transaction: a provider may be slow. */
  async function ask<T>(
    row: TopUp,
    question: (provider: PaymentProvider, payment: Payment) => Promise<T>,
    subject = row.serial,
  ): Promise<T> {
    const provider = providerOf(row.method)
    if (!provider) throw new Refusal('topUp.providerFailed')
    try {
      return await question(provider, paymentOf(row, subject))
    } catch (err) {
      log.warn({ err, method: row.method, serial: row.serial }, 'a request to a payment provider failed')
      throw new Refusal('topUp.providerFailed')
    }
  }

  /**
   * Credits the payment and then pays overdue bills from it. The actor of the transfer is the creator of the top-up.
   */
  async function credit(of: Books, { guid, serial, amountFen, giftFen, createdBy, creator }: TopUp) {
    const books: Books = { ...of, actor: { id: createdBy, name: creator } }
    // Lock both purses, as every payment does: locking only the wallet could deadlock.
    await lockAccounts(books, [{ kind: 'gift' }, { kind: 'wallet' }])
    await postTransfer(books, {
      purpose: `topUp:${guid}`,
      movement: 'topUp',
      subject: serial,
      legs: [
        { kind: 'payments', amount: -amountFen },
        { kind: 'wallet', amount: amountFen },
        { kind: 'grants', amount: -giftFen },
        { kind: 'gift', amount: giftFen },
      ],
    })
    await moneyCame(books)
    await charging.payOwed(books)
  }

  /** Applies a report in the given transaction. The caller has locked this row. */
  async function take(books: Books, row: TopUp, news: PaymentNews, source: PaymentEvent['source']): Promise<Taken> {
    const outcome = outcomeOf(row, news)
    if (outcome === undefined) return { row, outcome }
    const { guid, serial } = row
    const isNew = await queries.insertEvent(books, {
      topUpGuid: guid,
      source,
      state: news.state,
      amountFen: news.amountFen,
      providerRef: news.providerRef,
      outcome,
      at: books.now,
    })
    if (outcome === 'mismatch' && isNew)
      log.error(
        { serial, method: row.method, askedFen: row.amountFen, paidFen: news.amountFen },
        'a top-up was paid with another amount than requested, and is not credited',
      )
    if (outcome === 'nothing' || outcome === 'mismatch') return { row, outcome }
    const change: Partial<TopUp> = {
      ...(news.providerRef !== null && { providerRef: news.providerRef }),
      ...(outcome === 'credited' && { status: 'paid', paidAt: news.at ?? books.now }),
      ...(outcome === 'failed' && { status: 'failed' }),
    }
    if (Object.keys(change).length > 0) await queries.updateTopUp(books, guid, change)
    if (outcome === 'credited') {
      await credit(books, row)
      await inName(books, (_same, say, record) =>
        record(
          operationOn(row, 'update', {
            before: { status: say(`billing.topUpStates.${row.status}`) },
            after: {
              status: say('billing.topUpStates.paid'),
              amountFen: yuanText(row.amountFen),
              giftFen: yuanText(row.giftFen),
            },
          }),
        ),
      )
    }
    return { row: { ...row, ...change }, outcome }
  }

  const refundTimeOf = ({ developerId, guid }: TopUpKey) =>
    database.inTenant(developerId, 'read', (db) => queries.findRefundTime({ db, developerId }, guid))

  /** Refunds a payment that came too late. Every attempt is the same refund to the provider. */
  async function refund(row: TopUp): Promise<TopUp> {
    const { developerId, guid } = row
    const askedAt = await refundTimeOf(row)
    if (!askedAt) throw new Error('no provider reported a payment to refund')
    await ask(row, (provider, payment) => provider.refund(payment, refundSerialOf(row.serial), askedAt))
    return byPlatform(developerId)(async (books, _say, record) => {
      const before = await lock(books, guid)
      if (before.isRefunded) return before
      await queries.updateTopUp(books, guid, { isRefunded: true })
      await record(operationOn(row, 'update', { before: { isRefunded: false }, after: { isRefunded: true } }))
      return { ...before, isRefunded: true }
    })
  }

  /** Runs after the commit. The reconciliation retries a failed refund, and the renewal job retries the fee. */
  async function finish({ row, outcome }: Taken): Promise<TopUp> {
    if (outcome === 'credited') await renewFee(row.developerId)
    if (outcome !== 'refund') return row
    try {
      return await refund(row)
    } catch (error) {
      if (error instanceof Refusal) return row
      throw error
    }
  }

  /** Applies a report about a top-up. */
  const settle = async ({ developerId, guid }: TopUpKey, news: PaymentNews, source: PaymentEvent['source']) =>
    finish(await inBooks(developerId, async (books) => take(books, await lock(books, guid), news, source)))

  const touch = ({ developerId, guid }: TopUpKey) =>
    inBooks(developerId, (books) => queries.updateTopUp(books, guid, { askedAt: books.now }))

  /** Applies a verified callback. False if it is not about a top-up of this method. */
  async function takeCallback(method: PaymentMethod, news: PaymentNews): Promise<boolean> {
    const key = await database.outsideTenants((db) => queries.findOwner(db, news.serial))
    if (!key || (await find(key)).method !== method) return false
    await settle(key, news, 'callback')
    return true
  }

  async function inquire(row: TopUp): Promise<TopUp> {
    const news = await ask(row, (provider, payment) => provider.query(payment))
    await touch(row)
    return news ? settle(row, news, 'query') : row
  }

  /** Asks the provider, unless the state is final. */
  async function check(key: TopUpKey): Promise<TopUp> {
    const row = await find(key)
    return topUpMachine.next(row.status, 'pay') === undefined ? row : inquire(row)
  }

  const requireNext = (row: TopUp, event: TopUpEvent, say: Sentences) => {
    const next = topUpMachine.next(row.status, event)
    if (next === undefined) throw forbidden(row, say)
    return next
  }

  /**
   * Closes the payment at the provider first, unless it was never sent there. A payment that turns out to be paid is
   * credited instead, and the answer says so.
   */
  async function cancel(hand: Hand, key: TopUpKey, say: Sentences, { isUnsent = false } = {}): Promise<TopUp> {
    const found = await find(key)
    requireNext(found, 'cancel', say)
    const news =
      isUnsent || !providerOf(found.method)
        ? undefined
        : await ask(found, (provider, payment) => provider.close(payment))
    const { isCancelled, ...taken } = await hand(
      async (books, language, record): Promise<Taken & { isCancelled: boolean }> => {
        const before = await lock(books, key.guid)
        const { row, outcome } =
          news?.state === 'paid' ? await take(books, before, news, 'close') : { row: before, outcome: undefined }
        const status = topUpMachine.next(row.status, 'cancel')
        // Leave a payment of another amount for a person to check, and a top-up that was sent to a provider meanwhile.
        if (status === undefined || outcome === 'mismatch' || (!news && before.status !== found.status))
          return { row, outcome, isCancelled: false }
        await queries.updateTopUp(books, row.guid, { status })
        await record(
          operationOn(row, 'update', {
            before: { status: language(`billing.topUpStates.${row.status}`) },
            after: { status: language(`billing.topUpStates.${status}`) },
          }),
        )
        return { row: { ...row, status }, outcome, isCancelled: true }
      },
    )
    const row = await finish(taken)
    if (!isCancelled && row.status !== 'paid') throw forbidden(row, say)
    return row
  }

  /** Returns where to send the payer. A top-up that is too old is canceled instead; then the result is undefined. */
  async function begin(given: Given, guid: string, returnUrl: string): Promise<Departure | undefined> {
    const { caller, say } = given
    const key = { developerId: caller.developer.id, guid }
    const found = await find(key)
    requireNext(found, 'submit', say)
    if (!isPayable(found, given.asking.now)) {
      const row = await cancel(byPerson(given), key, say)
      if (row.status === 'paid') throw forbidden(row, say)
      return undefined
    }
    const row = await byPerson(given)(async (books, language, record) => {
      const before = await lock(books, guid)
      const status = requireNext(before, 'submit', language)
      if (status !== before.status) {
        await queries.updateTopUp(books, guid, { status })
        await record(
          operationOn(before, 'update', {
            before: { status: language(`billing.topUpStates.${before.status}`) },
            after: { status: language(`billing.topUpStates.${status}`) },
          }),
        )
      }
      return { ...before, status }
    })
    const subject = say('billing.payment.subject', { serial: row.serial })
    return ask(
      row,
      (provider, payment) => provider.begin(payment, { returnUrl, notifyUrl: notifyUrl(row.method) }),
      subject,
    )
  }

  async function reconcileOne(key: TopUpKey): Promise<void> {
    // First, so that a top-up that fails is retried after the others.
    await touch(key)
    const row = await find(key)
    // It may have been paid before the provider closed it, and the callback may be lost.
    if (row.status === 'cancelled') return void ((await refundTimeOf(row)) ? await refund(row) : await inquire(row))
    const isOver = clock.now().getTime() >= row.createdAt.getTime() + OPEN_MS
    if (!isOver || row.status === 'failed') return void (await check(key))
    await cancel(byPlatform(key.developerId), key, languages[DEFAULT_LOCALE], {
      isUnsent: row.status === topUpMachine.initial,
    })
  }

  /**
   * Asks about top-ups that no callback has settled, cancels those that were not paid in time, and refunds payments
   * that came after that. A failure does not stop the others.
   */
  async function reconcile(): Promise<void> {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    const since = { unaskedSince: ago(LIMITS.topUp.askMinutes * MINUTE_MS), begunSince: ago(OPEN_MS) }
    const open = await database.outsideTenants((db) => queries.listOpen(db, { ...since, most: AT_A_RUN }))
    const one = async (key: TopUpKey) => {
      try {
        await reconcileOne(key)
      } catch (err) {
        // A refusal was logged with its reason, or a callback changed the state in the meantime.
        if (!(err instanceof Refusal)) log.error({ err, guid: key.guid }, 'a top-up could not be reconciled')
      }
    }
    for (let i = 0; i < open.length; i += AT_ONCE) await Promise.all(open.slice(i, i + AT_ONCE).map(one))
  }

  return {
    methods: providers.map(({ method }) => method),
    providerOf,
    takeCallback,
    check,
    begin,
    reconcile,
    cancel: (given: Given, guid: string) =>
      cancel(byPerson(given), { developerId: given.caller.developer.id, guid }, given.say),
  }
}

export type PaymentCenter = ReturnType<typeof createPaymentCenter>
