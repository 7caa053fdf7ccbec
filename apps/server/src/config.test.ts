import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS, CAPTCHA_URLS } from '@sealwright/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('works with nothing set', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      metricsPort: 9464,
      databaseUrl: undefined,
      demo: undefined,
      logLevel: 'info',
    })
    expect(readConfig({}, true).logLevel).toBe('warn')
    expect(readConfig({ SEALWRIGHT_PORT: '' }).port).toBe(8080)
  })

  it.each([
    ['SEALWRIGHT_PORT', '70000', /SEALWRIGHT_PORT is "70000": expected a port from 0 to 65535/],
    ['SEALWRIGHT_PORT', 'eighty', /SEALWRIGHT_PORT/],
    ['DATABASE_URL', 'mysql://user:secret@x', /DATABASE_URL is "…": expected a postgres:\/\/ URL/],
    ['SEALWRIGHT_SECRET_KEY', 'abc', /SEALWRIGHT_SECRET_KEY is "…": expected 64 hexadecimal digits/],
    ['SEALWRIGHT_DEMO', 'yes', /expected on or off/],
    ['SEALWRIGHT_PUBLIC_URL', 'center.example', /expected an http\(s\) URL/],
    ['SEALWRIGHT_DEMO_LANGUAGE', 'zh', /expected zh-CN or en/],
    ['SEALWRIGHT_DEMO_PASSWORD', '123', /expected 6 to 20 characters/],
    ['SEALWRIGHT_TRUST_PROXY', 'everyone', /expected the addresses of the proxy/],
    ['SEALWRIGHT_TRUST_PROXY', '10.0.0.1/100', /expected the addresses of the proxy/],
    ['SEALWRIGHT_SMTP_URL', 'http://x', /expected an smtp/],
    [
      'SEALWRIGHT_CAPTCHA_URLS',
      '/login.do,/nope.do',
      /SEALWRIGHT_CAPTCHA_URLS is "\/login.do,\/nope.do": expected paths of calls/,
    ],
    ['SEALWRIGHT_CAPTCHA_URLS', 'login.do', /expected paths of calls/],
    ['SEALWRIGHT_CAPTCHA_URLS', '/captcha/behavior/verify.do', /expected paths of calls/],
    ['SEALWRIGHT_SMS_URL', 'http://gateway.example/sms', /SEALWRIGHT_SMS_URL is "…": expected an https:\/\/ URL/],
    ['SEALWRIGHT_SMS_URL', 'http://127.0.0.1.gateway.example/', /expected an https/],
    ['SEALWRIGHT_SMS_URL', 'ftp://localhost/', /expected an https/],
    ['SEALWRIGHT_SMS_URL', 'https://user:secret@gateway.example/', /without a user/],
    ['SEALWRIGHT_SMS_TOKEN', 'two words', /SEALWRIGHT_SMS_TOKEN is "…"/],
    ['SEALWRIGHT_ALIPAY_APP_ID', '12', /expected 16 digits/],
    [
      'SEALWRIGHT_ALIPAY_PRIVATE_KEY',
      '/no/such/file',
      /SEALWRIGHT_ALIPAY_PRIVATE_KEY is "…": expected an RSA private key/,
    ],
    [
      'SEALWRIGHT_ALIPAY_PUBLIC_KEY',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      /SEALWRIGHT_ALIPAY_PUBLIC_KEY is "…": expected an RSA public key/,
    ],
    ['SEALWRIGHT_ALIPAY_GATEWAY', 'http://openapi.alipay.com/gateway.do', /expected an https/],
    ['SEALWRIGHT_UNIONPAY_MERCHANT_ID', '7772', /expected 15 digits or letters/],
    [
      'SEALWRIGHT_UNIONPAY_PRIVATE_KEY',
      'secret',
      /SEALWRIGHT_UNIONPAY_PRIVATE_KEY is "…": expected an RSA private key/,
    ],
    ['SEALWRIGHT_UNIONPAY_CERT_ID', '0xAF', /expected the serial number/],
    ['SEALWRIGHT_UNIONPAY_ROOT_CERT', 'secret', /SEALWRIGHT_UNIONPAY_ROOT_CERT is "…": expected certificates in PEM/],
    ['SEALWRIGHT_UNIONPAY_GATEWAY', 'gateway.95516.com', /expected an https/],
    ['SEALWRIGHT_SANDBOX_PAYMENTS', 'true', /expected on or off/],
  ])('a bad %s stops the start with one sentence that reveals no secret', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
    if (/KEY|PASSWORD|TOKEN|(?:URL|CERT)$/.test(name))
      expect(() => readConfig({ [name]: value })).not.toThrow(new RegExp(value.replace(/[/:.@]/g, '.')))
  })

  it('wants a captcha before the usual calls that exist, before the listed calls, or, if empty, before none', () => {
    expect(readConfig({}).captchaUrls).toEqual(CAPTCHA_URLS.filter((path) => CALLS.some((call) => call.path === path)))
    expect(readConfig({}).captchaUrls).toContain('/login.do')
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: ' /login.do , /product/delete.do,' }).captchaUrls).toEqual([
      '/login.do',
      '/product/delete.do',
    ])
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: '' }).captchaUrls).toEqual([])
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: ' ' }).captchaUrls).toEqual([])
  })

  it.each(['https://gateway.example/sms', 'http://localhost:9000/', 'http://127.0.0.1:9000/sms', 'http://[::1]:9000/'])(
    'takes %s as an SMS gateway',
    (url) => {
      expect(readConfig({ SEALWRIGHT_SMS_URL: url }).smsUrl).toBe(url)
    },
  )
})

describe('the configuration of payments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const kept = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const pair = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength })
  const [ours, theirs] = [pair(), pair()]
  const [privatePem, publicPem] = [
    ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ]
  const fixture = (name: string) => join(import.meta.dirname, 'domains/billing/payment/providers/fixtures', name)
  const alipay = {
    SEALWRIGHT_ALIPAY_APP_ID: '2021000000000001',
    SEALWRIGHT_ALIPAY_PRIVATE_KEY: privatePem,
    SEALWRIGHT_ALIPAY_PUBLIC_KEY: publicPem,
  }
  const unionPay = {
    SEALWRIGHT_UNIONPAY_MERCHANT_ID: '777290058110048',
    SEALWRIGHT_UNIONPAY_PRIVATE_KEY: fixture('union-pay.pem'),
    SEALWRIGHT_UNIONPAY_ROOT_CERT: fixture('authorities.pem'),
  }

  it('is undefined if nothing is set', () => {
    expect(readConfig({})).toMatchObject({ alipay: undefined, unionPay: undefined })
    expect(readConfig({ SEALWRIGHT_ALIPAY_APP_ID: '' }).alipay).toBeUndefined()
  })

  it.each([
    ['PEM on lines', privatePem, publicPem],
    ['PEM with escaped line breaks', privatePem.replaceAll('\n', '\\n'), publicPem.replaceAll('\n', '\\n')],
    [
      'plain base64, as Alipay supplies it',
      ours.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
      theirs.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    ],
    ['plain base64 of PKCS #8', ours.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), publicPem],
    ['files of PEM', kept('ours.pem', privatePem), kept('theirs.pem', publicPem)],
    [
      'files of base64',
      kept('ours.txt', ours.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')),
      kept('theirs.txt', theirs.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')),
    ],
  ])('takes keys as %s', (_name, privateKey, publicKey) => {
    expect(
      readConfig({ ...alipay, SEALWRIGHT_ALIPAY_PRIVATE_KEY: privateKey, SEALWRIGHT_ALIPAY_PUBLIC_KEY: publicKey })
        .alipay,
    ).toEqual({
      appId: '2021000000000001',
      privateKey: privatePem,
      publicKey: publicPem,
      gateway: 'https://openapi.alipay.com/gateway.do',
    })
  })

  it.each(Object.keys(alipay))('stops the start when %s alone is missing', (name) => {
    expect(() => readConfig({ ...alipay, [name]: undefined })).toThrow(
      new RegExp(
        `is set but ${name} is not: Alipay needs ` +
          'SEALWRIGHT_ALIPAY_APP_ID, SEALWRIGHT_ALIPAY_PRIVATE_KEY, SEALWRIGHT_ALIPAY_PUBLIC_KEY',
      ),
    )
  })

  it.each(Object.keys(unionPay))('stops the start when %s alone is missing', (name) => {
    expect(() => readConfig({ ...unionPay, [name]: '' })).toThrow(
      new RegExp(`is set but ${name} is not: UnionPay needs`),
    )
  })

  it("stops the start for a gateway without a merchant, a weak key, and our own key in place of Alipay's", () => {
    expect(() => readConfig({ SEALWRIGHT_UNIONPAY_GATEWAY: 'https://gateway.test.95516.com/gateway/api' })).toThrow(
      /SEALWRIGHT_UNIONPAY_GATEWAY is set but SEALWRIGHT_UNIONPAY_MERCHANT_ID is not/,
    )
    expect(() =>
      readConfig({
        ...alipay,
        SEALWRIGHT_ALIPAY_PRIVATE_KEY: pair(1024).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }),
    ).toThrow(/2048 bits or more/)
    expect(() =>
      readConfig({
        ...alipay,
        SEALWRIGHT_ALIPAY_PUBLIC_KEY: ours.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      }),
    ).toThrow(/is your application's own key/)
    expect(() => readConfig({ ...alipay, SEALWRIGHT_ALIPAY_PUBLIC_KEY: privatePem })).toThrow(
      /expected an RSA public key/,
    )
  })

  it("takes the serial number of UnionPay's certificate from the key file or from its own variable", () => {
    expect(readConfig(unionPay).unionPay).toMatchObject({
      merchantId: '777290058110048',
      certId: '69629715588',
      gateway: 'https://gateway.95516.com/gateway/api/',
    })
    expect(readConfig(unionPay).unionPay?.rootCerts).toHaveLength(2)
    expect(
      readConfig({
        ...unionPay,
        SEALWRIGHT_UNIONPAY_CERT_ID: '7',
        SEALWRIGHT_UNIONPAY_GATEWAY: 'https://gateway.test.95516.com/gateway/api',
      }).unionPay,
    ).toMatchObject({ certId: '7', gateway: 'https://gateway.test.95516.com/gateway/api/' })
    const foreign = `${privatePem}${readFileSync(fixture('stranger.pem'), 'utf8')}`
    expect(() => readConfig({ ...unionPay, SEALWRIGHT_UNIONPAY_PRIVATE_KEY: foreign })).toThrow(
      /SEALWRIGHT_UNIONPAY_CERT_ID is not set/,
    )
  })

  it.each([
    [{}, true],
    [{ SEALWRIGHT_HOST: '::1' }, true],
    [{ SEALWRIGHT_PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ SEALWRIGHT_HOST: '0.0.0.0' }, false],
    [{ SEALWRIGHT_HOST: 'localhost.example' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ SEALWRIGHT_PUBLIC_URL: 'https://center.example' }, false],
    [{ SEALWRIGHT_TRUST_PROXY: 'loopback' }, false],
    [{ SEALWRIGHT_SANDBOX_PAYMENTS: 'off' }, false],
    [{ SEALWRIGHT_HOST: '0.0.0.0', SEALWRIGHT_SANDBOX_PAYMENTS: 'on' }, true],
    [alipay, false],
    [unionPay, false],
    [{ ...alipay, SEALWRIGHT_SANDBOX_PAYMENTS: 'on' }, true],
  ])('with %o the sandbox is on: %s', (env, isOn) => {
    expect(readConfig(env).sandboxPayments).toBe(isOn)
  })
})
