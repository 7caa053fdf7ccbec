// The payment center: what providers say is taken note of here, once, whether a callback brings it, somebody asks, or
// the reconciliation does. A provider is never asked inside a transaction; what it said is then decided under the
// top-up's lock, against the state that it has by then.
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
/** How many the reconciliation looks after at a run, and how many of them at the same time. */
const AT_A_RUN = 200
const AT_ONCE = 5

export interface PaymentDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  languages: Record<Locale, Sentences>
  charging: Charging
  /** Pays the service fee where it is due and pays itself. */
  renewFee: (developerId: number) => Promise<void>
  providers: readonly PaymentProvider[]
  /** Where providers reach the center. */
  notifyUrl: (method: PaymentMethod) => string
}

/** A transaction of whoever moves a top-up, a person or the platform, and their way to say so in the operation log. */
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

  /** In the platform's name, in a transaction that is open. */
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

  /** Outside of any transaction: a provider takes its time. */
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
      log.warn({ err, method: row.method, serial: row.serial }, 'a payment provider could not be asked')
      throw new Refusal('topUp.providerFailed')
    }
  }

  /** Credits what was paid, and then pays what is owed from it. The movement is of whoever began the top-up. */
  async function credit(of: Books, { guid, serial, amountFen, giftFen, createdBy, creator }: TopUp) {
    const books: Books = { ...of, actor: { id: createdBy, name: creator } }
    // Both purses, as everybody who pays does: with the wallet alone, two could wait for each other.
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

  /** Decides what the news changes, in the transaction that is given and under the lock of this very row. */
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
        'a top-up was paid with another amount than was asked for, and is not credited',
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

  /** Pays back what was paid too late. The same refund, however often it is tried. */
  async function refund(row: TopUp): Promise<TopUp> {
    const { developerId, guid } = row
    const askedAt = await refundTimeOf(row)
    if (!askedAt) throw new Error('a refund is made of what a provider said was paid')
    await ask(row, (provider, payment) => provider.refund(payment, refundSerialOf(row.serial), askedAt))
    return byPlatform(developerId)(async (books, _say, record) => {
      const before = await lock(books, guid)
      if (before.isRefunded) return before
      await queries.updateTopUp(books, guid, { isRefunded: true })
      await record(operationOn(row, 'update', { before: { isRefunded: false }, after: { isRefunded: true } }))
      return { ...before, isRefunded: true }
    })
  }

  /**
   * After the commit of what was taken: a refund that fails now is tried again by the reconciliation, and a fee by its
   * own job.
   */
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

  /** Takes note of what was said about a top-up. */
  const settle = async ({ developerId, guid }: TopUpKey, news: PaymentNews, source: PaymentEvent['source']) =>
    finish(await inBooks(developerId, async (books) => take(books, await lock(books, guid), news, source)))

  const touch = ({ developerId, guid }: TopUpKey) =>
    inBooks(developerId, (books) => queries.updateTopUp(books, guid, { askedAt: books.now }))

  /** A verified callback. False where it is about no top-up of this method. */
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
   * Closes it at the provider first, where there is one that knows of it; what turns out to be paid is credited
   * instead, and answered so.
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
        // What was paid with another amount is left as it is, for a person to look at; and what was sent to a provider
        // meanwhile.
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

  /** Sends the payer away. One that is too old for that is cancelled, and answers nothing. */
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
    // First, so that one which fails goes behind those that wait as long.
    await touch(key)
    const row = await find(key)
    // Perhaps paid before its provider heard of the end, with a callback that was lost.
    if (row.status === 'cancelled') return void ((await refundTimeOf(row)) ? await refund(row) : await inquire(row))
    const isOver = clock.now().getTime() >= row.createdAt.getTime() + OPEN_MS
    if (!isOver || row.status === 'failed') return void (await check(key))
    await cancel(byPlatform(key.developerId), key, languages[DEFAULT_LOCALE], {
      isUnsent: row.status === topUpMachine.initial,
    })
  }

  /**
   * Asks about what no callback has settled, cancels what nobody paid in time, and pays back what was paid after that.
   * One that fails does not stop the others.
   */
  async function reconcile(): Promise<void> {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    const since = { unaskedSince: ago(LIMITS.topUp.askMinutes * MINUTE_MS), begunSince: ago(OPEN_MS) }
    const open = await database.outsideTenants((db) => queries.listOpen(db, { ...since, most: AT_A_RUN }))
    const one = async (key: TopUpKey) => {
      try {
        await reconcileOne(key)
      } catch (err) {
        // A refusal was logged with its reason, or is a state that a callback has changed in the meantime.
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
