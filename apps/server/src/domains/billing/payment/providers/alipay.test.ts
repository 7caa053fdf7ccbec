import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAlipay } from './alipay.ts'
import { PAY_WITHIN_MS } from './provider.ts'
import type { Payment, PaymentProvider } from './provider.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const ours = pair()
const theirs = pair()
const stranger = pair()

const payment: Payment = {
  serial: '20261115000000000001',
  amountFen: 2_000_000_05,
  subject: '账户充值 & 100%=“好”',
  createdAt: new Date('2026-11-15T15:50:00Z'),
}
const APP_ID = '2021000000000001'

type Fields = Record<string, string>
const linked = (fields: Fields) =>
  Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
const signWith = (key: string, text: string, algorithm = 'RSA-SHA256') =>
  createSign(algorithm).update(text, 'utf8').sign(key, 'base64')

/** Returns the fields of a request to the gateway, after checking that we signed it. */
function genuine(url: string, body: string): Fields {
  const { sign = '', ...fields }: Fields = Object.fromEntries([
    ...new URL(url, 'http://gateway').searchParams,
    ...new URLSearchParams(body),
  ])
  expect(createVerify('RSA-SHA256').update(linked(fields), 'utf8').verify(ours.publicKey, sign, 'base64')).toBe(true)
  expect(fields).toMatchObject({ app_id: APP_ID, sign_type: 'RSA2', charset: 'utf-8', version: '1.0' })
  return fields
}

let server: Server
let now: Date
let alipay: PaymentProvider
let asked: { method: string; content: unknown; timestamp: string | undefined }[]
/** The gateway's answer to each method, before it is signed. A number is an HTTP status. */
let answers: Record<string, object | number>
let signature: (text: string) => string | undefined

beforeEach(async () => {
  asked = []
  answers = {}
  signature = (text) => signWith(theirs.privateKey, text)
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const {
        method = '',
        biz_content: content = '',
        timestamp,
      } = genuine(request.url ?? '', Buffer.concat(chunks).toString())
      asked.push({ method, content: JSON.parse(content), timestamp })
      const answer = answers[method] ?? 500
      if (typeof answer === 'number') return void response.writeHead(answer).end('secret inside')
      const text = JSON.stringify(answer)
      response.end(
        `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(signature(text)) ?? '""'}}`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  now = payment.createdAt
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do` // it listens on a port
  alipay = createAlipay(
    { appId: APP_ID, privateKey: ours.privateKey, publicKey: theirs.publicKey, gateway },
    { clock: { now: () => now } },
  )
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const trade = (changed: object = {}) => ({
  code: '10000',
  msg: 'Success',
  out_trade_no: payment.serial,
  trade_no: '2026111522001',
  total_amount: '2000000.05',
  trade_status: 'TRADE_SUCCESS',
  send_pay_date: '2026-11-16 00:01:02',
  ...changed,
})
const refused = (subCode: string) => ({ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '说明' })
const paid = {
  serial: payment.serial,
  amountFen: 2_000_000_05,
  state: 'paid',
  providerRef: '2026111522001',
  at: new Date('2026-11-15T16:01:02Z'),
}

describe('a payment by Alipay', () => {
  it('begins at an address that we signed, with the exact amount and Beijing time', async () => {
    const departure = await alipay.begin(payment, {
      returnUrl: 'https://center.example/back?a=1',
      notifyUrl: 'https://center.example/notify',
    })
    if (departure.kind !== 'redirect') throw new Error('a redirect was expected')
    const fields = genuine(departure.url, '')
    expect(fields).toMatchObject({
      method: 'alipay.trade.page.pay',
      return_url: 'https://center.example/back?a=1',
      notify_url: 'https://center.example/notify',
      timestamp: '2026-11-15 23:50:00',
    })
    expect(JSON.parse(fields['biz_content'] ?? '')).toEqual({
      out_trade_no: payment.serial,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      total_amount: '2000000.05',
      subject: payment.subject,
      time_expire: '2026-11-16 00:20:00',
    })
  })

  it.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [1999, '19.99'],
    [200_000_000, '2000000.00'],
  ])('of %i fen is requested as %s yuan and read back unchanged', async (amountFen, yuan) => {
    const departure = await alipay.begin(
      { ...payment, amountFen },
      { returnUrl: 'https://center.example/', notifyUrl: 'https://center.example/' },
    )
    expect(departure.kind === 'redirect' && decodeURIComponent(departure.url)).toContain(`"total_amount":"${yuan}"`)
    answers['alipay.trade.query'] = trade({ total_amount: yuan })
    expect(await alipay.query(payment)).toMatchObject({ amountFen })
  })

  it.each([
    ['TRADE_SUCCESS', 'paid'],
    ['TRADE_FINISHED', 'paid'],
    ['TRADE_CLOSED', 'closed'],
    ['WAIT_BUYER_PAY', 'pending'],
  ])('with the Alipay status %s is %s', async (status, state) => {
    answers['alipay.trade.query'] = trade({ trade_status: status })
    expect(await alipay.query(payment)).toEqual({ ...paid, state })
    expect(asked).toEqual([
      { method: 'alipay.trade.query', content: { out_trade_no: payment.serial }, timestamp: '2026-11-15 23:50:00' },
    ])
  })

  it('unknown to Alipay is undefined', async () => {
    answers['alipay.trade.query'] = refused('ACQ.TRADE_NOT_EXIST')
    expect(await alipay.query(payment)).toBeUndefined()
  })

  it('is not trusted if the answer is signed by another key, unsigned, or about another trade', async () => {
    answers['alipay.trade.query'] = trade()
    signature = (text) => signWith(stranger.privateKey, text)
    await expect(alipay.query(payment)).rejects.toThrow(/cannot be trusted/)
    signature = (text) => signWith(theirs.privateKey, text.replace('.05', '.06'))
    await expect(alipay.query(payment)).rejects.toThrow(/cannot be trusted/)
    signature = () => undefined
    await expect(alipay.query(payment)).rejects.toThrow(/cannot be trusted/)
    signature = (text) => signWith(theirs.privateKey, text)
    answers['alipay.trade.query'] = trade({ out_trade_no: '20261115000000000002' })
    await expect(alipay.query(payment)).rejects.toThrow(/about another trade or without valid data/)
    answers['alipay.trade.query'] = trade({ total_amount: '1e3' })
    await expect(alipay.query(payment)).rejects.toThrow(/about another trade or without valid data/)
  })

  it('fails with an error that contains nothing of the answer', async () => {
    answers['alipay.trade.query'] = 502
    const error: unknown = await alipay.query(payment).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret inside')
    answers['alipay.trade.query'] = refused('ACQ.SYSTEM_ERROR')
    await expect(alipay.query(payment)).rejects.toThrow('Alipay refused alipay.trade.query: ACQ.SYSTEM_ERROR')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(alipay.query(payment)).rejects.toThrow(
      /Alipay could not be reached for alipay.trade.query: .*ECONNREFUSED/,
    )
  })

  it('is closed, or found paid in the meantime', async () => {
    answers['alipay.trade.close'] = {
      code: '10000',
      msg: 'Success',
      out_trade_no: payment.serial,
      trade_no: '2026111522001',
    }
    expect(await alipay.close(payment)).toEqual({ ...paid, state: 'closed', at: null })
    answers['alipay.trade.close'] = refused('ACQ.TRADE_STATUS_ERROR')
    answers['alipay.trade.query'] = trade()
    expect(await alipay.close(payment)).toEqual(paid)
    answers['alipay.trade.query'] = trade({ trade_status: 'WAIT_BUYER_PAY' })
    await expect(alipay.close(payment)).rejects.toThrow('Alipay refused alipay.trade.close: ACQ.TRADE_STATUS_ERROR')
  })

  it('that nobody has opened stays pending until it expires', async () => {
    answers['alipay.trade.close'] = answers['alipay.trade.query'] = refused('ACQ.TRADE_NOT_EXIST')
    expect(await alipay.close(payment)).toMatchObject({ state: 'pending', providerRef: null })
    now = new Date(payment.createdAt.getTime() + PAY_WITHIN_MS)
    expect(await alipay.close(payment)).toMatchObject({ state: 'closed', providerRef: null })
  })

  it('is refunded under the number of the refund', async () => {
    answers['alipay.trade.refund'] = { code: '10000', msg: 'Success', fund_change: 'N' }
    await alipay.refund(payment, 'R1', now)
    expect(asked).toMatchObject([
      {
        method: 'alipay.trade.refund',
        content: { out_trade_no: payment.serial, refund_amount: '2000000.05', out_request_no: 'R1' },
      },
    ])
    answers['alipay.trade.refund'] = refused('ACQ.SELLER_BALANCE_NOT_ENOUGH')
    await expect(alipay.refund(payment, 'R1', now)).rejects.toThrow('ACQ.SELLER_BALANCE_NOT_ENOUGH')
  })
})

describe('a notification from Alipay', () => {
  const told = {
    app_id: APP_ID,
    notify_type: 'trade_status_sync',
    out_trade_no: payment.serial,
    trade_no: '2026111522001',
    total_amount: '2000000.05',
    trade_status: 'TRADE_SUCCESS',
    subject: '账户充值 100% +',
    gmt_payment: '2026-11-16 00:01:02',
    seller_id: '2088',
  }
  const signed = (fields: Fields, key = theirs.privateKey): Fields => ({
    ...fields,
    sign_type: 'RSA2',
    sign: signWith(key, linked(fields)),
  })

  it('is accepted if Alipay signed it', async () => {
    expect(await alipay.readCallback(signed(told))).toEqual(paid)
    expect(await alipay.readCallback(signed({ ...told, trade_status: 'TRADE_CLOSED' }))).toMatchObject({
      state: 'closed',
    })
  })

  it('is rejected if it is forged, altered, for another application, unsigned, or signed with SHA-1', async () => {
    const good = signed(told)
    const { sign: _sign, ...unsigned } = good
    const forged: Record<string, Fields> = {
      'another key': signed(told, stranger.privateKey),
      'our own key': signed(told, ours.privateKey),
      'another amount': { ...good, total_amount: '1.00' },
      'another trade': { ...good, out_trade_no: '20261115000000000002' },
      'another application': signed({ ...told, app_id: '2021000000000002' }),
      'no signature': unsigned,
      'an empty signature': { ...good, sign: '' },
      'no base64': { ...good, sign: '%%%' },
      'SHA-1': { ...told, sign_type: 'RSA', sign: signWith(theirs.privateKey, linked(told), 'RSA-SHA1') },
      'an unknown algorithm': { ...good, sign_type: '__proto__' },
      'nothing at all': {},
      'no amount': signed({ ...told, total_amount: '-1' }),
      'an unknown state': signed({ ...told, trade_status: 'constructor' }),
    }
    const believed = await Promise.all(
      Object.entries(forged).map(async ([name, fields]) => ((await alipay.readCallback(fields)) ? name : '')),
    )
    expect(believed.filter((name) => name !== '')).toEqual([])
  })
})
