// Alipay's page payment, through Alipay's SDK, which is loaded for the first payment. Surprising: by default the SDK
// verifies no answer, accepts SHA-1 if a notification asks for it, and puts whole answers into its exceptions. So
// answers are always verified, notifications must use RSA2, and the SDK's exceptions are not passed on.
import { FEN_A_YUAN } from '@sealwright/contract'
import type { AlipaySdk } from 'alipay-sdk'
import type { Clock } from '../../../../kernel/clock.ts'
import { fromBeijing, toBeijing } from './beijing-time.ts'
import { PAY_WITHIN_MS, isPayable } from './provider.ts'
import type { Payment, PaymentNews, PaymentProvider } from './provider.ts'

const TIMEOUT_MS = 10_000
const SUCCESS = '10000'

const STATES = new Map<unknown, PaymentNews['state']>([
  ['WAIT_BUYER_PAY', 'pending'],
  ['TRADE_SUCCESS', 'paid'],
  ['TRADE_FINISHED', 'paid'],
  ['TRADE_CLOSED', 'closed'],
])

export interface AlipaySettings {
  appId: string
  /** Ours, PKCS #8 in PEM. */
  privateKey: string
  /** Alipay's, in PEM. */
  publicKey: string
  gateway: string
}

const toYuan = (fen: number) => `${Math.floor(fen / FEN_A_YUAN)}.${String(fen % FEN_A_YUAN).padStart(2, '0')}`

/** The fields depend on the call. The keys are in camel case. */
type Answer = Readonly<Record<string, unknown>>

/** Converts the digits, so that no amount becomes a fraction. */
function toFen(yuan: unknown): number | undefined {
  const parts = typeof yuan === 'string' ? /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(yuan) : null
  return parts ? Number(parts[1]) * FEN_A_YUAN + Number((parts[2] ?? '').padEnd(2, '0')) : undefined
}

/** Undefined if the fields do not describe a trade. */
function newsOf(told: {
  serial: unknown
  yuan: unknown
  status: unknown
  tradeNo: unknown
  paidAt: unknown
}): PaymentNews | undefined {
  const amountFen = toFen(told.yuan)
  const state = STATES.get(told.status)
  if (typeof told.serial !== 'string' || amountFen === undefined || state === undefined) return undefined
  return {
    serial: told.serial,
    amountFen,
    state,
    providerRef: typeof told.tradeNo === 'string' ? told.tradeNo : null,
    at: typeof told.paidAt === 'string' ? fromBeijing(told.paidAt) : null,
  }
}

export function createAlipay(settings: AlipaySettings, { clock }: { clock: Clock }): PaymentProvider {
  let loading: Promise<AlipaySdk> | undefined
  const load = () =>
    (loading ??= import('alipay-sdk').then(
      ({ AlipaySdk: Sdk }) =>
        // The SDK treats an empty last line as part of the key.
        new Sdk({
          appId: settings.appId,
          privateKey: settings.privateKey.trim(),
          keyType: 'PKCS8',
          alipayPublicKey: settings.publicKey.trim(),
          gateway: settings.gateway,
          timeout: TIMEOUT_MS,
        }),
    ))

  /** The SDK would use the server's time zone; Alipay expects Beijing time. */
  const timestamp = () => toBeijing(clock.now())

  async function ask(method: string, bizContent: Record<string, string>): Promise<Answer> {
    const sdk = await load()
    return sdk.exec(method, { bizContent, timestamp: timestamp() }, { validateSign: true }).catch((error: unknown) => {
      const reason =
        error instanceof Error && error.message.startsWith('HttpClient') && error.cause instanceof Error
          ? error.cause.message
          : undefined
      if (reason !== undefined) throw new Error(`Alipay could not be reached for ${method}: ${reason}`)
      throw new Error(
        `Alipay's answer to ${method} cannot be trusted: it is not from the gateway, or it is not signed with the ` +
          'configured SEALWRIGHT_ALIPAY_PUBLIC_KEY',
      )
    })
  }

  const refusal = (method: string, answer: Answer) =>
    new Error(`Alipay refused ${method}: ${String(answer['subCode'] ?? answer['code'])}`)

  async function query(payment: Payment): Promise<PaymentNews | undefined> {
    const answer = await ask('alipay.trade.query', { outTradeNo: payment.serial })
    if (answer['subCode'] === 'ACQ.TRADE_NOT_EXIST') return undefined
    if (answer['code'] !== SUCCESS) throw refusal('alipay.trade.query', answer)
    const news = newsOf({
      serial: answer['outTradeNo'],
      yuan: answer['totalAmount'],
      status: answer['tradeStatus'],
      tradeNo: answer['tradeNo'],
      paidAt: answer['sendPayDate'],
    })
    // An attacker could replay a signed answer about another trade.
    if (news?.serial !== payment.serial)
      throw new Error('Alipay answered alipay.trade.query about another trade or without valid data')
    return news
  }

  return {
    method: 'alipay',
    acknowledgement: { taken: 'success', refused: 'fail' },

    async begin(payment, { returnUrl, notifyUrl }) {
      const bizContent = {
        outTradeNo: payment.serial,
        productCode: 'FAST_INSTANT_TRADE_PAY',
        totalAmount: toYuan(payment.amountFen),
        subject: payment.subject,
        timeExpire: toBeijing(new Date(payment.createdAt.getTime() + PAY_WITHIN_MS)),
      }
      return {
        kind: 'redirect',
        url: (await load()).pageExecute('alipay.trade.page.pay', 'GET', {
          bizContent,
          returnUrl,
          notifyUrl,
          timestamp: timestamp(),
        }),
      }
    },

    async readCallback(fields) {
      if (fields['sign_type'] !== 'RSA2' || fields['app_id'] !== settings.appId) return undefined
      if (!(await load()).checkNotifySignV2(fields)) return undefined
      return newsOf({
        serial: fields['out_trade_no'],
        yuan: fields['total_amount'],
        status: fields['trade_status'],
        tradeNo: fields['trade_no'],
        paidAt: fields['gmt_payment'],
      })
    },

    query,

    async close(payment) {
      const answer = await ask('alipay.trade.close', { outTradeNo: payment.serial })
      const closed: PaymentNews = {
        serial: payment.serial,
        amountFen: payment.amountFen,
        state: 'closed',
        providerRef: typeof answer['tradeNo'] === 'string' ? answer['tradeNo'] : null,
        at: null,
      }
      if (answer['code'] === SUCCESS) return closed
      const found = await query(payment)
      if (!found) return isPayable(payment, clock.now()) ? { ...closed, state: 'pending' } : closed
      if (found.state === 'pending') throw refusal('alipay.trade.close', answer)
      return found
    },

    async refund(payment, refundSerial) {
      const answer = await ask('alipay.trade.refund', {
        outTradeNo: payment.serial,
        refundAmount: toYuan(payment.amountFen),
        outRequestNo: refundSerial,
      })
      if (answer['code'] !== SUCCESS) throw refusal('alipay.trade.refund', answer)
    },
  }
}
