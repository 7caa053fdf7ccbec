import { CALLS, CAPTCHA_URLS } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('works with nothing set', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', metricsPort: 9464, databaseUrl: undefined, demo: undefined, logLevel: 'info' })
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
    ['SEALWRIGHT_DEMO_PASSWORD', '123', /expected 6 to 20 characters/],
    ['SEALWRIGHT_TRUST_PROXY', 'everyone', /expected the addresses of the proxy/],
    ['SEALWRIGHT_SMTP_URL', 'http://x', /expected an smtp/],
    ['SEALWRIGHT_CAPTCHA_URLS', '/login.do,/nope.do', /SEALWRIGHT_CAPTCHA_URLS is "\/login.do,\/nope.do": expected paths of calls/],
    ['SEALWRIGHT_CAPTCHA_URLS', 'login.do', /expected paths of calls/],
    ['SEALWRIGHT_CAPTCHA_URLS', '/captcha/behavior/verify.do', /expected paths of calls/],
    ['SEALWRIGHT_SMS_URL', 'http://gateway.example/sms', /SEALWRIGHT_SMS_URL is "…": expected an https:\/\/ URL/],
    ['SEALWRIGHT_SMS_URL', 'http://127.0.0.1.gateway.example/', /expected an https/],
    ['SEALWRIGHT_SMS_URL', 'ftp://localhost/', /expected an https/],
    ['SEALWRIGHT_SMS_URL', 'https://user:secret@gateway.example/', /without a user/],
    ['SEALWRIGHT_SMS_TOKEN', 'two words', /SEALWRIGHT_SMS_TOKEN is "…"/],
  ])('a bad %s stops the start with one sentence that keeps secrets', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
    if (/KEY|PASSWORD|TOKEN|URL$/.test(name)) expect(() => readConfig({ [name]: value })).not.toThrow(new RegExp(value.replace(/[/:.@]/g, '.')))
  })

  it('wants a captcha before the usual calls that exist, before those named, or, when set to nothing, before none', () => {
    expect(readConfig({}).captchaUrls).toEqual(CAPTCHA_URLS.filter((path) => CALLS.some((call) => call.path === path)))
    expect(readConfig({}).captchaUrls).toContain('/login.do')
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: ' /login.do , /product/delete.do,' }).captchaUrls).toEqual(['/login.do', '/product/delete.do'])
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: '' }).captchaUrls).toEqual([])
    expect(readConfig({ SEALWRIGHT_CAPTCHA_URLS: ' ' }).captchaUrls).toEqual([])
  })

  it.each(['https://gateway.example/sms', 'http://localhost:9000/', 'http://127.0.0.1:9000/sms', 'http://[::1]:9000/'])('takes %s as an SMS gateway', (url) => {
    expect(readConfig({ SEALWRIGHT_SMS_URL: url }).smsUrl).toBe(url)
  })
})
