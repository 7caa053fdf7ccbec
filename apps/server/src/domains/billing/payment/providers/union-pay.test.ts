import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAY_WITHIN_MS } from './provider.ts'
import type { Payment, PaymentProvider } from './provider.ts'
import { createUnionPay } from './union-pay.ts'

const blocksOf = (name: string, kind: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.pem`), 'utf8').match(
    new RegExp(`-----BEGIN ${kind}-----[^-]+-----END ${kind}-----`, 'g'),
  ) ?? []
const authorities = blocksOf('authorities', 'CERTIFICATE')
const [root = '', between = ''] = authorities
const [certificate = ''] = blocksOf('union-pay', 'CERTIFICATE')
const [key = ''] = blocksOf('union-pay', 'PRIVATE KEY')
const [stranger = ''] = blocksOf('stranger', 'CERTIFICATE')
const [impostor = ''] = blocksOf('impostor', 'CERTIFICATE')
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const ours = pair()

const payment: Payment = {
  serial: '20261231000000000001',
  amountFen: 200_000_000,
  subject: '账户充值',
  createdAt: new Date('2026-12-31T15:50:00Z'),
}
const MERCHANT = '777290058110048'

type Fields = Record<string, string>

/** UnionPay signs the hexadecimal digits of the digest. */
function digestOf(fields: Fields): Buffer {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'signature' && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  return Buffer.from(createHash('sha256').update(text).digest('hex'))
}
const signed = (fields: Fields, by = certificate, withKey = key): Fields => {
  const all = { ...fields, signPubKeyCert: by }
  return { ...all, signature: sign('RSA-SHA256', digestOf(all), withKey).toString('base64') }
}

let server: Server
let url: string
let now: Date
let unionPay: PaymentProvider
let asked: { path: string; fields: Fields }[]
/** The answer to the query of each order, before it is signed. */
let orders: Record<string, Fields>
let refundAnswer: Fields
let answer: (fields: Fields) => string

/** UnionPay does not percent-encode its answers. */
const plain = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

function isOurs(fields: Fields) {
  return verify('RSA-SHA256', digestOf(fields), ours.publicKey, Buffer.from(fields['signature'] ?? '', 'base64'))
}

const create = (changed: object = {}) =>
  createUnionPay(
    {
      merchantId: MERCHANT,
      privateKey: ours.privateKey,
      certId: '69629715588',
      rootCerts: authorities,
      gateway: `${url}/gateway/api/`,
      ...changed,
    },
    { clock: { now: () => now } },
  )

beforeEach(async () => {
  asked = []
  orders = {}
  refundAnswer = { respCode: '00' }
  answer = (fields) => plain(signed(fields))
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const fields: Fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      asked.push({ path: request.url ?? '', fields })
      const {
        orderId = '',
        txnTime = '',
        merId = '',
        version = '',
        signMethod = '',
        txnType = '',
        txnSubType = '',
        txnAmt = '',
      } = fields
      const said = !isOurs(fields)
        ? { respCode: '11' }
        : request.url?.endsWith('queryTrans.do')
          ? (orders[`${orderId}@${txnTime}`] ?? { respCode: '34' })
          : { txnAmt, ...refundAnswer }
      response.end(
        answer({
          orderId,
          txnTime,
          merId,
          version,
          signMethod,
          txnType,
          txnSubType,
          respMsg: '成功[0000000&]',
          reqReserved: '{a=1&b=2}',
          ...said,
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  now = payment.createdAt
  unionPay = create()
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ORDER = `${payment.serial}@20261231235000`
const found = (changed: Fields = {}): Fields => ({
  respCode: '00',
  origRespCode: '00',
  txnType: '01',
  txnSubType: '01',
  txnAmt: '200000000',
  currencyCode: '156',
  queryId: '442612312350001',
  traceTime: '0101000102',
  ...changed,
})
const paid = {
  serial: payment.serial,
  amountFen: 200_000_000,
  state: 'paid',
  providerRef: '442612312350001',
  at: new Date('2026-12-31T16:01:02Z'),
}
const afterwards = () => (now = new Date(payment.createdAt.getTime() + PAY_WITHIN_MS))

describe('a payment by UnionPay', () => {
  it('begins with a form that we signed, in fen and Beijing time', async () => {
    const departure = await unionPay.begin(payment, {
      returnUrl: 'https://center.example/back?a=1&b=2',
      notifyUrl: 'https://center.example/notify',
    })
    if (departure.kind !== 'form') throw new Error('a form was expected')
    expect(departure.action).toBe(`${url}/gateway/api/frontTransReq.do`)
    expect(isOurs(departure.fields)).toBe(true)
    const { signature: _signature, ...fields } = departure.fields
    expect(fields).toEqual({
      version: '5.1.0',
      encoding: 'UTF-8',
      signMethod: '01',
      txnType: '01',
      txnSubType: '01',
      bizType: '000201',
      channelType: '07',
      accessType: '0',
      certId: '69629715588',
      merId: MERCHANT,
      orderId: payment.serial,
      txnTime: '20261231235000',
      payTimeout: '20270101002000',
      txnAmt: '200000000',
      currencyCode: '156',
      orderDesc: '账户充值',
      frontUrl: 'https://center.example/back?a=1&b=2',
      backUrl: 'https://center.example/notify',
    })
  })

  it.each(['00', 'A6'])('with the UnionPay code %s is paid, and its time has the right year', async (origRespCode) => {
    orders[ORDER] = found({ origRespCode })
    expect(await unionPay.query(payment)).toEqual(paid)
    expect(asked).toMatchObject([
      {
        path: '/gateway/api/queryTrans.do',
        fields: {
          txnType: '00',
          txnSubType: '00',
          orderId: payment.serial,
          txnTime: '20261231235000',
          merId: MERCHANT,
        },
      },
    ])
    orders[ORDER] = found({ traceTime: '1231235102' })
    expect(await unionPay.query(payment)).toMatchObject({ at: new Date('2026-12-31T15:51:02Z') })
  })

  it('that failed can be retried until it expires; an unsettled one stays pending', async () => {
    const { currencyCode: _currency, queryId: _query, traceTime: _trace, ...open } = found({ origRespCode: '61' })
    orders[ORDER] = open
    expect(await unionPay.query(payment)).toEqual({ ...paid, state: 'pending', providerRef: null, at: null })
    afterwards()
    expect(await unionPay.query(payment)).toMatchObject({ state: 'failed' })
    orders[ORDER] = { ...open, origRespCode: '05' }
    expect(await unionPay.query(payment)).toMatchObject({ state: 'pending' })
  })

  it('unknown to UnionPay is undefined', async () => {
    expect(await unionPay.query(payment)).toBeUndefined()
  })

  it('cannot be closed: close returns its state, and it expires by itself', async () => {
    orders[ORDER] = found()
    expect(await unionPay.close(payment)).toEqual(paid)
    orders = {}
    expect(await unionPay.close(payment)).toMatchObject({ state: 'pending', providerRef: null })
    afterwards()
    expect(await unionPay.close(payment)).toMatchObject({ state: 'closed', amountFen: payment.amountFen })
  })

  it('is not trusted if the answer is not from UnionPay or not about this payment', async () => {
    orders[ORDER] = found()
    const untrusted: Record<string, typeof answer> = {
      'another company': (fields) => plain(signed(fields, stranger)),
      'another root': (fields) => plain(signed(fields, impostor)),
      'an authority': (fields) => plain(signed(fields, between)),
      'another key': (fields) => plain(signed(fields, certificate, ours.privateKey)),
      'another amount': (fields) => plain({ ...signed(fields), txnAmt: '1' }),
      'another merchant': (fields) => plain(signed({ ...fields, merId: '777290058110049' })),
      'no certificate': (fields) => plain({ ...signed(fields), signPubKeyCert: '' }),
      'no signature': (fields) => plain({ ...signed(fields), signature: '' }),
      nothing: () => '',
      prose: () => 'Service & more [unavailable',
    }
    for (const [name, forge] of Object.entries(untrusted)) {
      answer = forge
      await expect(unionPay.query(payment), name).rejects.toThrow(/cannot be trusted/)
    }
    answer = (fields) => plain(signed({ ...fields, orderId: '20261231000000000002' }))
    await expect(unionPay.query(payment)).rejects.toThrow(/another order/)
    answer = (fields) => plain(signed({ ...fields, currencyCode: '840' }))
    await expect(unionPay.query(payment)).rejects.toThrow(/without valid data/)
  })

  it('is not trusted if the certificate is expired, not yet valid, or its chain is incomplete', async () => {
    orders[ORDER] = found()
    for (const rootCerts of [[root], [between], []])
      await expect(create({ rootCerts }).query(payment)).rejects.toThrow(/cannot be trusted/)
    for (const time of ['2025-01-01', '2100-01-01', '2200-01-01']) {
      now = new Date(time)
      await expect(unionPay.query(payment)).rejects.toThrow(/cannot be trusted/)
    }
  })

  it('fails with a clear error if UnionPay refuses or cannot be reached', async () => {
    await expect(create({ privateKey: pair().privateKey }).query(payment)).rejects.toThrow(
      'UnionPay refused queryTrans: 11',
    )
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(unionPay.query(payment)).rejects.toThrow(
      /UnionPay could not be reached for queryTrans: .*ECONNREFUSED/,
    )
  })
})

describe('a refund by UnionPay', () => {
  const askedAt = new Date('2027-01-05T02:00:00Z')
  const REFUND = 'R0000001@20270105100000'
  const sent = () => asked.filter(({ path }) => path.endsWith('backTransReq.do')).map(({ fields }) => fields)

  it("refers to the payment by UnionPay's number, and is sent once", async () => {
    orders[ORDER] = found()
    await unionPay.refund(payment, 'R0000001', askedAt)
    orders[REFUND] = found({ txnType: '04', txnSubType: '00' })
    await unionPay.refund(payment, 'R0000001', askedAt)
    expect(sent()).toMatchObject([
      {
        txnType: '04',
        txnSubType: '00',
        orderId: 'R0000001',
        txnTime: '20270105100000',
        txnAmt: '200000000',
        origQryId: '442612312350001',
      },
    ])
  })

  it('of an unpaid payment is not sent', async () => {
    await expect(unionPay.refund(payment, 'R0000001', askedAt)).rejects.toThrow(/no payment to refund/)
    expect(sent()).toEqual([])
  })

  it('reports a refusal or an open result, and is not sent again once UnionPay has it', async () => {
    orders[ORDER] = found()
    refundAnswer = { respCode: '36' }
    await expect(unionPay.refund(payment, 'R0000001', askedAt)).rejects.toThrow('UnionPay refused the refund: 36')
    refundAnswer = { respCode: '04' }
    await expect(unionPay.refund(payment, 'R0000001', askedAt)).rejects.toThrow(/not settled/)
    orders[REFUND] = found({ txnType: '04', txnSubType: '00', origRespCode: '03' })
    await expect(unionPay.refund(payment, 'R0000001', askedAt)).rejects.toThrow(/not settled/)
    orders[REFUND] = found({ txnType: '04', txnSubType: '00', origRespCode: '60' })
    await expect(unionPay.refund(payment, 'R0000001', askedAt)).rejects.toThrow(
      'UnionPay could not make the refund: 60',
    )
    expect(sent()).toHaveLength(2)
  })
})

describe('a notification from UnionPay', () => {
  const told: Fields = {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    merId: MERCHANT,
    orderId: payment.serial,
    txnTime: '20261231235000',
    txnType: '01',
    txnSubType: '01',
    txnAmt: '200000000',
    currencyCode: '156',
    queryId: '442612312350001',
    traceTime: '0101000102',
    respCode: '00',
    respMsg: '成功[0000000]',
  }

  it('is accepted if UnionPay signed it, with or without empty fields', async () => {
    expect(await unionPay.readCallback(signed(told))).toEqual(paid)
    expect(await unionPay.readCallback({ ...signed(told), reqReserved: '' })).toEqual(paid)
  })

  it('is rejected if it is forged, altered, for another merchant, or about a refund', async () => {
    const good = signed(told)
    const forged: Record<string, Fields> = {
      'another company': signed(told, stranger),
      'another root': signed(told, impostor),
      'another key': signed(told, certificate, ours.privateKey),
      'another amount': { ...good, txnAmt: '1' },
      'another order': { ...good, orderId: '20261231000000000002' },
      'an added field': { ...good, extra: '1' },
      'another merchant': signed({ ...told, merId: '777290058110049' }),
      'a refund': signed({ ...told, txnType: '04', txnSubType: '00' }),
      'another currency': signed({ ...told, currencyCode: '840' }),
      'another way to sign': signed({ ...told, signMethod: '11' }),
      'no signature': { ...good, signature: '' },
      'no certificate': told,
      nothing: {},
    }
    const believed = await Promise.all(
      Object.entries(forged).map(async ([name, fields]) => ((await unionPay.readCallback(fields)) ? name : '')),
    )
    expect(believed.filter((name) => name !== '')).toEqual([])
  })
})
