import { captchaCalls, customerCalls, identityCalls, tagCalls, userCalls } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { Refusal, Unreachable, createClient } from './index.ts'

/** A client with a server that answers `body`, and the requests it receives. */
function answering(body: unknown, status = 200) {
  const sent: { url: string; body: unknown }[] = []
  const kinds: unknown[] = []
  const call = createClient({
    fetch: (url, init) => {
      sent.push({ url: typeof url === 'string' ? url : '', body: init?.body })
      kinds.push([init?.method, new Headers(init?.headers).get('content-type')])
      return Promise.resolve(Response.json(body, { status }))
    },
  })
  return { call, sent, kinds }
}

const solved = { code: 200, msg: 'OK', data: { id: 'SLIDER_1' } }

it('query fields are sent in the query and the other fields in the body', async () => {
  const { call, sent } = answering({ code: 200, msg: 'OK', id: 'ROTATE_1', captcha: {} })
  await call(captchaCalls.generate, { type: 'ROTATE', url: '/login.do' })
  expect(sent).toEqual([{ url: '/captcha/behavior/generate.do?type=ROTATE', body: '{"url":"/login.do"}' }])
})

it('a payload is sent as its call declares: form, JSON, multipart or query; undefined becomes ""', async () => {
  const { call, sent, kinds } = answering({ code: 0, desc: '', data: {} })
  await call(tagCalls.find, { name: '重点', sort: undefined })
  await call(customerCalls.create, { name: '远山', phone: undefined })
  await call(userCalls.import, { file: new File(['a'], 'users.csv'), dryRun: true, sendMail: undefined })
  await call(identityCalls.current, {})
  expect(kinds).toEqual([
    ['POST', 'application/x-www-form-urlencoded'],
    ['POST', 'application/json'],
    ['POST', null],
    ['GET', null],
  ])
  const multipart = sent[2]?.body
  expect(sent.map(({ body }) => body)).toEqual([
    new URLSearchParams({ name: '重点', sort: '' }).toString(),
    '{"name":"远山","phone":""}',
    multipart,
    undefined,
  ])
  expect(
    multipart instanceof FormData &&
      [...multipart].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  ).toEqual([
    ['file', 'users.csv'],
    ['dryRun', 'true'],
    ['sendMail', ''],
  ])
})

it('a call without query fields has no query string', async () => {
  const { call, sent } = answering({ code: 200, msg: 'OK', id: 'ROTATE_1', captcha: {} })
  await call(captchaCalls.generate, {})
  expect(sent).toEqual([{ url: '/captcha/behavior/generate.do', body: '{}' }])
})

it('a bare call returns the body itself, whatever its code and status', async () => {
  expect(await answering(solved).call(captchaCalls.verify, { id: 'SLIDER_1' })).toEqual(solved)
  const limited = { code: 4290, msg: 'too many', data: null }
  expect(await answering(limited, 429).call(captchaCalls.verify, { id: 'SLIDER_1' })).toEqual(limited)
})

it('a bare call that a gate stops is refused like any other call', async () => {
  await expect(
    answering({ code: 17, desc: 'wait', data: null }, 429).call(captchaCalls.verify, { id: 'SLIDER_1' }),
  ).rejects.toBeInstanceOf(Refusal)
})

it('any other answer is not from our server', async () => {
  await expect(answering({ ok: true }).call(captchaCalls.verify, { id: 'SLIDER_1' })).rejects.toBeInstanceOf(
    Unreachable,
  )
  await expect(answering(solved).call(identityCalls.current, {})).rejects.toBeInstanceOf(Unreachable)
})
