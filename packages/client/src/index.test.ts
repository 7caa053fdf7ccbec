import { captchaCalls, identityCalls } from '@sealwright/contract'
import { expect, it } from 'vitest'
import { Refusal, Unreachable, createClient } from './index.ts'

/** A client whose server answers `body`, and what was sent to it. */
function answering(body: unknown, status = 200) {
  const sent: { url: string; body: unknown }[] = []
  const call = createClient({
    fetch: (url, init) => {
      sent.push({ url: typeof url === 'string' ? url : '', body: init?.body })
      return Promise.resolve(Response.json(body, { status }))
    },
  })
  return { call, sent }
}

const solved = { code: 200, msg: 'OK', data: { id: 'SLIDER_1' } }

it('the fields that a call wants in the query travel there, and the others in the body', async () => {
  const { call, sent } = answering({ code: 200, msg: 'OK', id: 'ROTATE_1', captcha: {} })
  await call(captchaCalls.generate, { type: 'ROTATE', url: '/login.do' })
  expect(sent).toEqual([{ url: '/captcha/behavior/generate.do?type=ROTATE', body: '{"url":"/login.do"}' }])
})

it('a query without a field is no query', async () => {
  const { call, sent } = answering({ code: 200, msg: 'OK', id: 'ROTATE_1', captcha: {} })
  await call(captchaCalls.generate, {})
  expect(sent).toEqual([{ url: '/captcha/behavior/generate.do', body: '{}' }])
})

it('a bare call answers the body itself, whatever its code and status say', async () => {
  expect(await answering(solved).call(captchaCalls.verify, { id: 'SLIDER_1' })).toEqual(solved)
  const limited = { code: 4290, msg: 'too many', data: null }
  expect(await answering(limited, 429).call(captchaCalls.verify, { id: 'SLIDER_1' })).toEqual(limited)
})

it('a bare call that a gate stopped is refused like any other', async () => {
  await expect(answering({ code: 17, desc: 'wait', data: null }, 429).call(captchaCalls.verify, { id: 'SLIDER_1' })).rejects.toBeInstanceOf(Refusal)
})

it('what is neither is not our server', async () => {
  await expect(answering({ ok: true }).call(captchaCalls.verify, { id: 'SLIDER_1' })).rejects.toBeInstanceOf(Unreachable)
  await expect(answering(solved).call(identityCalls.current, {})).rejects.toBeInstanceOf(Unreachable)
})
