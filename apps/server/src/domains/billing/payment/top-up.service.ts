// Top-ups as people see them: create, list, check, cancel. Only the payment center decides what is paid.
import { LIMITS, giftOf, topUpCalls, topUpMachine, yuanText } from '@sealwright/contract'
import type { TopUpRow } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { datedSerial } from '../../../kernel/dated-serial.ts'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { TopUp } from '../ledger/ledger.tables.ts'
import { readTopUpGifts } from '../ledger/terms.queries.ts'
import { operationOn } from './payment.service.ts'
import type { PaymentCenter } from './payment.service.ts'
import { isPayable } from './providers/provider.ts'
import * as queries from './top-up.queries.ts'

type Payload<Name extends keyof typeof topUpCalls> = z.output<(typeof topUpCalls)[Name]['payload']>
type Answer = z.output<typeof topUpCalls.get.answer>

export function createTopUpService({ center, ids }: { center: PaymentCenter; ids: Ids }) {
  const canBePaid = (row: TopUp, now: Date) =>
    topUpMachine.next(row.status, 'submit') !== undefined && isPayable(row, now) && center.methods.includes(row.method)

  const answerOf = (row: TopUp, { now }: { now: Date }): Answer => {
    const { guid, serial, amountFen, giftFen, method, status, isRefunded, createdAt, paidAt, creator } = row
    return {
      guid,
      serial,
      amountFen,
      giftFen,
      paymentMethod: method,
      status,
      isPayable: canBePaid(row, now),
      isRefunded,
      createTime: createdAt,
      payTime: paidAt,
      creator,
    } satisfies Record<keyof TopUpRow, unknown>
  }

  async function options({ db, asking }: Scope) {
    return { methods: center.methods, gifts: [...(await readTopUpGifts(db, asking.now))] }
  }

  async function create(scope: Scope, { amountFen, paymentMethod }: Payload<'create'>) {
    if (!center.methods.includes(paymentMethod)) throw new Refusal('topUp.methodOff', { field: 'paymentMethod' })
    const {
      db,
      developerId,
      caller,
      asking: { now },
      say,
    } = scope
    const max = LIMITS.topUp.open
    if ((await queries.lockOpenCount(scope)) >= max) throw new Refusal('topUp.tooManyOpen', { params: { max } })
    const giftFen = giftOf(amountFen, await readTopUpGifts(db, now))
    const row: TopUp = {
      developerId,
      guid: ids.guid(),
      serial: datedSerial('TU', now),
      amountFen,
      giftFen,
      method: paymentMethod,
      status: topUpMachine.initial,
      providerRef: null,
      isRefunded: false,
      askedAt: null,
      createdBy: caller.accountId,
      creator: caller.displayName,
      createdAt: now,
      paidAt: null,
    }
    await queries.insertTopUp(scope, row)
    await scope.record(
      operationOn(row, 'add', {
        after: {
          amountFen: yuanText(amountFen),
          giftFen: yuanText(giftFen),
          paymentMethod: say(`billing.methods.${paymentMethod}`),
          status: say(`billing.topUpStates.${row.status}`),
        },
      }),
    )
    return { guid: row.guid, serial: row.serial, giftFen }
  }

  async function find(
    scope: Scope,
    { currentPage, pageSize, sort: _only, order = 'desc', ...filter }: Payload<'find'>,
  ) {
    requirePeriod(filter)
    const list = await queries.listTopUps(scope, filter, order)
    const { rows, ...counts } = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...counts, rows: rows.map((row) => answerOf(row, scope.asking)) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = await queries.findTopUp(scope, guid)
    if (!row) throw new Refusal('topUp.notFound')
    return answerOf(row, scope.asking)
  }

  function callerOf({ caller }: OwnContext) {
    if (!caller) throw new Refusal('session.expired')
    return caller
  }

  return {
    options,
    create,
    find,
    get,
    check: async (context: OwnContext, { guid }: Payload<'check'>) =>
      answerOf(await center.check({ developerId: callerOf(context).developer.id, guid }), context.asking),
    cancel: async (context: OwnContext, { guid }: Payload<'cancel'>) =>
      answerOf(
        await center.cancel({ ...context, caller: callerOf(context), ids, call: topUpCalls.cancel }, guid),
        context.asking,
      ),
  }
}
