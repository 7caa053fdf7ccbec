// UnionPay's online gateway, version 5.1.0. The payer's browser posts a signed form. Every message from UnionPay
// carries the certificate that it is signed with. That certificate proves nothing by itself: it must be UnionPay's own
// and lead to a configured root. Surprising: a failed attempt is not final. The payer can try another card until the
// payment expires.
import { X509Certificate, createHash, createPrivateKey, sign, verify } from 'node:crypto'
import { DAY_MS } from '@sealwright/contract'
import type { Clock } from '../../../../kernel/clock.ts'
import { fromBeijing, toBeijing } from './beijing-time.ts'
import { PAY_WITHIN_MS, isPayable } from './provider.ts'
import type { Payment, PaymentNews, PaymentProvider } from './provider.ts'

const TIMEOUT_MS = 10_000
const COMPANY = '中国银联股份有限公司'
const PAID = ['00', 'A6']
/** UnionPay has received the request but has no result yet. */
const UNSETTLED = ['03', '04', '05']
const UNKNOWN_ORDER = '34'
/** UnionPay's placeholder for "send no notification". The center asks for the result of a refund itself. */
const NO_NOTIFICATION = 'http://www.specialUrl.com'

export interface UnionPaySettings {
  merchantId: string
  /** In PEM. */
  privateKey: string
  /** The serial number of our certificate, in decimal. */
  certId: string
  /** Our certificate in PEM, if it was given with the key. */
  certificate?: string
  /** The root certificate and the intermediate certificates below it, each in PEM. */
  rootCerts: readonly string[]
  /** The base address of the gateway, with a trailing slash. */
  gateway: string
}

type Fields = Record<string, string>

const compact = (time: Date) => toBeijing(time).replace(/\D/g, '')

/** The data to sign: the digest of the sorted fields, in hexadecimal. */
function digestOf(fields: Fields): Buffer {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return Buffer.from(createHash('sha256').update(text, 'utf8').digest('hex'))
}

/** Answers are not percent-encoded, and a value in braces or brackets may contain `&`. */
function parseAnswer(text: string): Fields {
  const parts = text.trim().match(/(?:\{[^}]*\}|\[[^\]]*\]|[^&])+/g) ?? []
  return Object.fromEntries(parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]))
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** When the payment was made. UnionPay sends the date without a year; the year comes from the time of the order. */
function paidAt(fields: Fields): Date | null {
  const ordered = fromBeijing(fields['txnTime'])
  if (!ordered || !/^\d{10}$/.test(fields['traceTime'] ?? '')) return null
  const year = Number(compact(ordered).slice(0, 4))
  // An order from New Year's Eve may be paid on New Year's Day.
  return (
    [year, year + 1]
      .map((candidate) => fromBeijing(`${candidate}${fields['traceTime']}`))
      .find((time) => time !== null && time.getTime() > ordered.getTime() - DAY_MS) ?? null
  )
}

export function createUnionPay(settings: UnionPaySettings, { clock }: { clock: Clock }): PaymentProvider {
  const key = createPrivateKey(settings.privateKey)
  const authorities = settings.rootCerts.map((pem) => new X509Certificate(pem))

  const isValid = (certificate: X509Certificate) =>
    certificate.validFromDate <= clock.now() && clock.now() <= certificate.validToDate
  const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
    certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

  /** Whether the certificate leads to a configured root through configured certificates only. */
  function leadsToRoot(certificate: X509Certificate, left = authorities): boolean {
    return left.some((issuer) => {
      if (!issuer.ca || !isValid(issuer) || !isIssuedBy(certificate, issuer)) return false
      return (
        isIssuedBy(issuer, issuer) ||
        leadsToRoot(
          issuer,
          left.filter((other) => other !== issuer),
        )
      )
    })
  }

  /** The root certifies many companies. The third part of the common name is the company. */
  function isOfUnionPay(certificate: X509Certificate): boolean {
    const name: unknown = certificate.toLegacyObject().subject.CN
    return typeof name === 'string' && name.split('@')[2] === COMPANY
  }

  function isGenuine(fields: Fields): boolean {
    const certificate = readCertificate(fields['signPubKeyCert'] ?? '')
    if (
      !certificate ||
      fields['signMethod'] !== '01' ||
      fields['version'] !== '5.1.0' ||
      fields['merId'] !== settings.merchantId
    )
      return false
    if (!isValid(certificate) || !isOfUnionPay(certificate) || !leadsToRoot(certificate)) return false
    return verify(
      'RSA-SHA256',
      digestOf(fields),
      certificate.publicKey,
      Buffer.from(fields['signature'] ?? '', 'base64'),
    )
  }

  function signed(fields: Fields): Fields {
    const all = {
      version: '5.1.0',
      encoding: 'UTF-8',
      signMethod: '01',
      bizType: '000201',
      accessType: '0',
      merId: settings.merchantId,
      certId: settings.certId,
      ...fields,
    }
    return { ...all, signature: sign('RSA-SHA256', digestOf(all), key).toString('base64') }
  }

  const addressOf = (name: 'frontTransReq' | 'backTransReq' | 'queryTrans') =>
    new URL(`${name}.do`, settings.gateway).href

  /** Returns the answer, after checking that UnionPay signed it and that it is about this order. */
  async function ask(name: 'backTransReq' | 'queryTrans', fields: Fields): Promise<Fields> {
    const response = await fetch(addressOf(name), {
      method: 'POST',
      body: new URLSearchParams(signed(fields)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      // `fetch` reports only that it failed. The reason is in the cause.
      throw new Error(
        `UnionPay could not be reached for ${name}: ` +
          (error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)),
      )
    })
    const text = await response
      .text()
      .catch(() => Promise.reject(new Error(`UnionPay's answer to ${name} was cut off`)))
    if (!response.ok) throw new Error(`UnionPay answered ${name} with HTTP ${response.status}`)
    const answer = parseAnswer(text)
    if (!isGenuine(answer))
      throw new Error(
        `UnionPay's answer to ${name} cannot be trusted: its signature is invalid, its certificate does not lead to ` +
          'the configured SEALWRIGHT_UNIONPAY_ROOT_CERT, or it is for another merchant',
      )
    if (answer['orderId'] !== fields['orderId'] || answer['txnTime'] !== fields['txnTime'])
      throw new Error(`UnionPay answered ${name} about another order`)
    return answer
  }

  /** Undefined if UnionPay has no such order. */
  async function askAfter(serial: string, createdAt: Date): Promise<Fields | undefined> {
    const answer = await ask('queryTrans', {
      txnType: '00',
      txnSubType: '00',
      orderId: serial,
      txnTime: compact(createdAt),
    })
    if (answer['respCode'] === UNKNOWN_ORDER) return undefined
    if (answer['respCode'] !== '00') throw new Error(`UnionPay refused queryTrans: ${answer['respCode']}`)
    return answer
  }

  /** Undefined unless it is about a payment. UnionPay also signs refunds, and they also report 00. */
  function newsOf(fields: Fields, code: string | undefined): PaymentNews | undefined {
    const createdAt = fromBeijing(fields['txnTime'])
    const { orderId: serial, txnType, txnSubType, txnAmt = '', currencyCode, queryId } = fields
    if (
      !createdAt ||
      serial === undefined ||
      code === undefined ||
      txnType !== '01' ||
      txnSubType !== '01' ||
      !/^\d{1,12}$/.test(txnAmt)
    )
      return undefined
    const isPaid = PAID.includes(code)
    if (isPaid && currencyCode !== '156') return undefined
    const state = isPaid
      ? 'paid'
      : UNSETTLED.includes(code) || isPayable({ createdAt }, clock.now())
        ? 'pending'
        : 'failed'
    return {
      serial,
      amountFen: Number(txnAmt),
      state,
      providerRef: queryId ?? null,
      at: isPaid ? paidAt(fields) : null,
    }
  }

  async function query(payment: Payment): Promise<PaymentNews | undefined> {
    const answer = await askAfter(payment.serial, payment.createdAt)
    if (!answer) return undefined
    const news = newsOf(answer, answer['origRespCode'])
    if (!news) throw new Error('UnionPay answered queryTrans without valid data about the order')
    return news
  }

  return {
    method: 'unionPay',
    acknowledgement: { taken: 'ok', refused: 'fail' },

    async begin(payment, { returnUrl, notifyUrl }) {
      const fields = signed({
        txnType: '01',
        txnSubType: '01',
        channelType: '07',
        orderId: payment.serial,
        txnTime: compact(payment.createdAt),
        payTimeout: compact(new Date(payment.createdAt.getTime() + PAY_WITHIN_MS)),
        txnAmt: String(payment.amountFen),
        currencyCode: '156',
        orderDesc: payment.subject,
        frontUrl: returnUrl,
        backUrl: notifyUrl,
      })
      return { kind: 'form', action: addressOf('frontTransReq'), fields }
    },

    async readCallback(fields) {
      return isGenuine(fields) ? newsOf(fields, fields['respCode']) : undefined
    },

    query,

    async close(payment) {
      return (
        (await query(payment)) ?? {
          serial: payment.serial,
          amountFen: payment.amountFen,
          state: isPayable(payment, clock.now()) ? 'pending' : 'closed',
          providerRef: null,
          at: null,
        }
      )
    },

    async refund(payment, refundSerial, askedAt) {
      const earlier = await askAfter(refundSerial, askedAt)
      if (earlier) {
        const code = earlier['origRespCode'] ?? ''
        if (PAID.includes(code)) return
        throw new Error(
          UNSETTLED.includes(code)
            ? 'UnionPay has not settled the refund yet'
            : `UnionPay could not make the refund: ${code}`,
        )
      }
      const found = await query(payment)
      if (found?.state !== 'paid' || found.providerRef === null) throw new Error('UnionPay has no payment to refund')
      const answer = await ask('backTransReq', {
        txnType: '04',
        txnSubType: '00',
        channelType: '07',
        orderId: refundSerial,
        txnTime: compact(askedAt),
        txnAmt: String(payment.amountFen),
        currencyCode: '156',
        origQryId: found.providerRef,
        backUrl: NO_NOTIFICATION,
      })
      const code = answer['respCode'] ?? ''
      if (code !== '00')
        throw new Error(
          UNSETTLED.includes(code) ? 'UnionPay has not settled the refund yet' : `UnionPay refused the refund: ${code}`,
        )
    },
  }
}
