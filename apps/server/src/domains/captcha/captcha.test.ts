// The captcha as a browser uses it: three calls, the gate before protected calls, and the stored data. The tests read
// the right answers from the database as its owner.
import type { CaptchaAnswer, CaptchaChallenge, CaptchaWork, TrackPoint } from '@sealwright/contract'
import { CAPTCHA_URLS, DAY_MS, HOUR_MS, dashboardCalls, identityCalls } from '@sealwright/contract'
import { BY_SCRIPT, byHand, createTestCenter, doCaptchaWork, seededRandom } from '@sealwright/testkit'
import type { Movement, TestCenter, TestCenterOptions } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gestureScore } from './captcha.gesture.ts'
import type { Secret } from './captcha.secret.ts'

const GENERATE = '/captcha/behavior/generate.do'
const VERIFY = '/captcha/behavior/verify.do'
const LIST = '/captcha/behavior/verifyList.do'
const PROTECTED = ['/login.do', '/verifyCode/send.do']
const STALE = 855638073
/** The least work that tests can tell apart; the work of a real center takes seconds here. */
const EASY = { least: 1, most: 4 }

interface Reply {
  status: number
  code: number
  text: string
  body: { code: number; msg?: string; data?: unknown; id?: string; captcha?: CaptchaChallenge }
  retryAfter: unknown
  setCookie: string | undefined
}

interface Wish {
  url?: string
  account?: string
}

let networks = 0
let movements = 0
let accounts = 0

/** A browser in a network of its own, with its cookies. */
function browserAt(
  center: TestCenter,
  given: { network?: string; fingerprint?: string; headers?: Record<string, string> } = {},
) {
  const remoteAddress = given.network ?? `10.${(++networks >> 8) & 255}.${networks & 255}.7`
  let cookie: string | undefined
  const browser = {
    network: remoteAddress,
    fingerprint: given.fingerprint ?? 'fp-1',
    cookie: () => cookie,
    forgetCookie: () => void (cookie = undefined),
    async send(url: string, payload: unknown, headers: Record<string, string> = {}): Promise<Reply> {
      const cookies = [given.headers?.['cookie'], cookie].filter((one) => one !== undefined).join('; ')
      const response = await center.center.app.inject({
        method: url.startsWith(LIST) ? 'GET' : 'POST',
        url,
        remoteAddress,
        headers: {
          'content-type': 'application/json',
          'x-device-fingerprint': browser.fingerprint,
          ...given.headers,
          ...(cookies !== '' && { cookie: cookies }),
          ...headers,
        },
        ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
      })
      const set = response.cookies.find(({ name }) => name === 'sw_visitor')
      if (set) cookie = `${set.name}=${set.value}`
      const body = response.json<Reply['body']>()
      return {
        status: response.statusCode,
        code: body.code,
        text: response.body,
        body,
        retryAfter: response.headers['retry-after'],
        setCookie: response.headers['set-cookie'] as string | undefined,
      } // one cookie at most
    },
    async generate(type = 'SLIDER', wish: Wish = {}): Promise<{ id: string; captcha: CaptchaChallenge }> {
      const { body, text } = await browser.send(`${GENERATE}?type=${type}`, wish)
      if (body.id === undefined || !body.captcha) throw new Error(`no challenge: ${text}`)
      return { id: body.id, captcha: body.captcha }
    },
    verify: (id: string, data: unknown) => browser.send(VERIFY, { id, data }),
    /** Each account is new, because tries for an account are counted. */
    login: (id?: string, { account = `nobody-${++accounts}@test.example`, url = '/login.do' } = {}) =>
      browser.send(url, { account, password: 'wrong-password' }, id === undefined ? {} : { 'x-captcha-id': id }),
    /** Solves a challenge as a person would, and advances the clock by the time it takes. */
    async solve(type = 'SLIDER', wish: Wish = {}): Promise<string> {
      const { id } = await browser.generate(type, wish)
      const reply = await browser.verify(id, await solution(center, id))
      if (reply.code !== 200) throw new Error(`not solved: ${reply.text}`)
      return id
    },
    async fail(): Promise<Reply> {
      const { id } = await browser.generate()
      return browser.verify(id, await solution(center, id, { offPx: 40 }))
    },
  }
  return browser
}

async function stored(center: TestCenter, id: string): Promise<{ answer: Secret; work: CaptchaWork } | undefined> {
  const { rows } = await center.ground.database.owner.query<{ answer: Secret; work: CaptchaWork }>(
    'select answer, work from captcha_challenge where id = $1',
    [id],
  )
  return rows[0]
}

interface Manner {
  move?: Movement
  offPx?: number
  seed?: number
  /** In place of the work of the challenge. */
  data?: CaptchaAnswer['data']
}

/** The right answer to a stored challenge. Advances the clock by the time it takes. */
async function solution(
  center: TestCenter,
  id: string,
  { move = byHand, offPx = 0, seed = ++movements, data }: Manner = {},
): Promise<CaptchaAnswer> {
  const challenge = await stored(center, id)
  if (!challenge) throw new Error(`${id} is not stored`)
  const { answer, work } = challenge
  let random = seededRandom(seed)
  let trackList: TrackPoint[] = []
  if (answer.type === 'WORD_IMAGE_CLICK') {
    let t = 0
    trackList = answer.points.map(({ x, y }) => ({
      x: x / 2 + 3 + offPx,
      y: y / 2 + random() * 4,
      t: Math.round((t += 350 + random() * 400)),
      type: 'click',
    }))
  } else if (answer.type !== 'POW') {
    const distance =
      answer.type === 'SLIDER' ? answer.x / 2 : answer.type === 'CONCAT' ? answer.shift / 2 : (answer.angle * 242) / 360
    // Miss toward the middle: at the end of the track, a longer drag changes nothing.
    const goal = distance > 120 ? distance - offPx : distance + offPx
    trackList = move(goal, random)
    // One hand movement in two hundred is rejected; another test checks that rate.
    while (move === byHand && gestureScore(trackList, 1) >= 60) {
      random = seededRandom(++movements)
      trackList = move(goal, random)
    }
  }
  const ms = trackList.at(-1)?.t ?? 0
  center.clock.advance(ms + 900)
  return {
    bgImageWidth: answer.type === 'ROTATE' ? 242 : 300,
    bgImageHeight: 180,
    templateImageWidth: 58,
    templateImageHeight: 180,
    startTime: 1_700_000_000_000,
    stopTime: 1_700_000_000_000 + ms,
    trackList,
    data: data ?? { pow: doCaptchaWork(work) },
  }
}

/** The clock is frozen, so that tests can tell the last moment of a limit from the first one after it. */
async function withCaptcha(options: TestCenterOptions = {}): Promise<TestCenter> {
  const made = await createTestCenter({
    ...options,
    config: { captchaUrls: PROTECTED, ...options.config },
    captcha: { readyPictures: 1, ...options.captcha, limits: { workBits: EASY, ...options.captcha?.limits } },
  })
  made.clock.freeze()
  return made
}

let center: TestCenter
beforeAll(async () => {
  center = await withCaptcha()
})
afterAll(() => center.close())

describe('the list', () => {
  it('names the protected calls to anyone, and is never cached', async () => {
    const response = await center.center.app.inject({ method: 'GET', url: LIST })
    expect(response.json()).toMatchObject({ code: 0, data: PROTECTED })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('contains the configured calls', async () => {
    const usual = await createTestCenter({ config: { captchaUrls: CAPTCHA_URLS.slice(0, 4) } })
    expect((await usual.center.app.inject({ method: 'GET', url: LIST })).json()).toMatchObject({
      data: ['/login.do', '/register.do', '/verifyCode/send.do', '/password/reset.do'],
    })
    await usual.close()
  })

  it('is empty when the captcha is off, and then no call requires one', async () => {
    const off = await createTestCenter()
    expect((await off.center.app.inject({ method: 'GET', url: LIST })).json()).toMatchObject({ code: 0, data: [] })
    await expect(
      off.visitor(identityCalls.login, { account: 'nobody@test.example', password: 'wrong-password' }),
    ).rejects.toMatchObject({ error: 'identity.loginFailed' })
    await off.close()
  })
})

describe('a challenge', () => {
  it.each(['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'])(
    'of type %s has the requested type, is small enough, and does not contain its answer',
    async (type) => {
      const reply = await browserAt(center).send(`${GENERATE}?type=${type}`, {})
      const { captcha, id = '' } = reply.body
      expect(reply).toMatchObject({ status: 200, code: 200 })
      expect(id).toMatch(new RegExp(`^${type}_[0-9a-f]{32}$`))
      expect(reply.text.length).toBeLessThanOrEqual(70 * 1024)
      expect((captcha?.backgroundImage?.length ?? 0) * 0.75).toBeLessThanOrEqual(30 * 1024)
      expect((captcha?.templateImage?.length ?? 0) * 0.75).toBeLessThanOrEqual(20 * 1024)
      expect(captcha).toMatchObject({ type, backgroundImageWidth: 600, backgroundImageHeight: 360 })
      const { answer } = (await stored(center, id)) ?? {}
      expect(answer).toMatchObject({ type })
      const { pow, ...rest } = captcha?.data ?? {}
      expect(pow).toMatchObject({ puzzles: 16, bits: type === 'CONCAT' ? 4 : 1, keyboardBits: 5, required: true })
      expect(id.endsWith(pow?.salt ?? 'no salt')).toBe(true)
      expect(rest).toEqual(type === 'CONCAT' ? { randomY: expect.any(Number) as number } : {})
      expect(Object.keys(captcha ?? {})).not.toContain('answer')
    },
  )

  it('has a type chosen by the server if none is requested', async () => {
    for (const type of ['', 'RANDOM'])
      expect(['SLIDER', 'ROTATE', 'WORD_IMAGE_CLICK']).toContain((await browserAt(center).generate(type)).captcha.type)
  })

  it('of an unknown type is refused: HTTP 400, code 403', async () => {
    expect(await browserAt(center).send(`${GENERATE}?type=RIDDLE`, {})).toMatchObject({
      status: 400,
      code: 403,
      body: { data: null },
    })
  })

  it('sets a cookie that scripts cannot read', async () => {
    const first = await browserAt(center).send(GENERATE, {})
    expect(first.setCookie).toMatch(/^sw_visitor=[\w-]{32}; .*HttpOnly.*SameSite=/)
  })

  it('is refused to another site', async () => {
    expect(await browserAt(center).send(GENERATE, {}, { origin: 'https://evil.example' })).toMatchObject({
      status: 400,
      code: 403,
    })
  })
})

describe('an answer', () => {
  it.each(['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'])(
    'to %s by hand at the right place is accepted',
    async (type) => {
      const browser = browserAt(center)
      const { id } = await browser.generate(type)
      expect((await browser.verify(id, await solution(center, id))).body).toEqual({
        code: 200,
        msg: 'OK',
        data: { id },
      })
    },
  )

  it.each(['SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK'])('to %s at a wrong place is wrong', async (type) => {
    const browser = browserAt(center)
    const { id } = await browser.generate(type)
    expect(await browser.verify(id, await solution(center, id, { offPx: 40 }))).toMatchObject({
      status: 200,
      body: { code: 4001, data: null },
    })
  })

  it('at the right place by a script gets the same reply as a wrong place', async () => {
    const browser = browserAt(center)
    const misplaced = await browser.fail()
    const { id } = await browser.generate()
    expect((await browser.verify(id, await solution(center, id, { move: BY_SCRIPT['minimum jerk'] }))).text).toBe(
      misplaced.text,
    )
  })

  it('uses up its challenge, right or wrong', async () => {
    const browser = browserAt(center)
    for (const offPx of [0, 40]) {
      const { id } = await browser.generate()
      const answer = await solution(center, id, { offPx })
      await browser.verify(id, answer)
      expect(await browser.verify(id, answer)).toMatchObject({ status: 200, body: { code: 4000, data: null } })
    }
  })

  it('is accepted once, however often it is sent at the same moment', async () => {
    const browser = browserAt(center)
    const { id } = await browser.generate()
    const answer = await solution(center, id)
    const codes = (await Promise.all(Array.from({ length: 8 }, () => browser.verify(id, answer)))).map(
      ({ code }) => code,
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 4000)])
  })

  it.each([
    ['SLIDER', 60],
    ['WORD_IMAGE_CLICK', 120],
    ['POW', 180],
  ])('to %s is too late after %i seconds', async (type, seconds) => {
    const browser = browserAt(center)
    const life = async (ms: number) => {
      const { id } = await browser.generate(type)
      const { rows } = await center.ground.database.owner.query<{ left: number }>(
        'select extract(epoch from expires_at - created_at)::float8 as left from captcha_challenge where id = $1',
        [id],
      )
      expect(rows[0]?.left).toBe(seconds)
      center.clock.advance(seconds * 1_000 + ms)
      return (await browser.verify(id, {})).code
    }
    expect(await life(0)).toBe(4000)
    // Not expired yet, so the answer is read, and it is malformed.
    expect(await life(-1)).toBe(type === 'POW' ? 4001 : 403)
  })

  it('from another browser is not accepted and does not use up the challenge', async () => {
    const network = '192.0.2.7'
    const browser = browserAt(center, { network })
    const { id } = await browser.generate()
    const answer = await solution(center, id)
    expect((await browserAt(center, { network }).verify(id, answer)).code).toBe(4000)
    const fingerprint = browser.fingerprint
    browser.fingerprint = 'fp-2'
    expect((await browser.verify(id, answer)).code).toBe(4000)
    browser.fingerprint = fingerprint
    expect((await browser.verify(id, answer)).code).toBe(200)
  })

  it('that cannot be read is refused with HTTP 400 and code 403, and uses up its challenge', async () => {
    const browser = browserAt(center)
    for (const broken of [{ trackList: 'x' }, 'text', { bgImageWidth: null }]) {
      const { id } = await browser.generate()
      const answer = await solution(center, id)
      expect(await browser.verify(id, broken)).toMatchObject({ status: 400, body: { code: 403, data: null } })
      expect((await browser.verify(id, answer)).code).toBe(4000)
      // After three failures the browser would get words.
      await center.ground.database.owner.query('delete from captcha_standing')
    }
    expect(await browser.send(VERIFY, '{"id":')).toMatchObject({ status: 400, code: 403 })
    expect(await browser.send(VERIFY, {})).toMatchObject({ status: 400, code: 403 })
    const { id } = await browser.generate()
    expect(await browser.send(VERIFY, `{"id":"${id}","data":{"bgImageWidth":1e999}}`)).toMatchObject({
      status: 400,
      code: 403,
    })
  })

  it('that is too large is refused with HTTP 413', async () => {
    expect(await browserAt(center).send(VERIFY, { id: 'x', data: 'x'.repeat(65_536) })).toMatchObject({
      status: 413,
      code: 403,
    })
  })

  it('with a movement that was seen within a day is wrong, even at another place on the page', async () => {
    const browser = browserAt(center)
    const { id } = await browser.generate()
    const first = await solution(center, id)
    expect((await browser.verify(id, first)).code).toBe(200)
    const again = async () => {
      const next = await browser.generate()
      await center.ground.database.owner.query(
        "update captcha_challenge set answer = jsonb_set(answer, '{x}', to_jsonb($2::float8)) where id = $1",
        [next.id, ((first.trackList.at(-1)?.x ?? 0) - (first.trackList[0]?.x ?? 0)) * 2],
      )
      center.clock.advance(9_000)
      return (
        await browser.verify(next.id, {
          ...first,
          data: { pow: next.captcha.data?.pow && doCaptchaWork(next.captcha.data.pow) },
          trackList: first.trackList.map((point) => ({ ...point, x: point.x + 40, y: point.y + 5 })),
        })
      ).code
    }
    expect(await again()).toBe(4001)
    center.clock.advance(DAY_MS - 60_000)
    expect(await again()).toBe(4001)
    center.clock.advance(DAY_MS)
    expect(await again()).toBe(200)
  })

  it("is judged by the server's clock: within 700 ms of the challenge it is wrong", async () => {
    const browser = browserAt(center)
    const { id } = await browser.generate()
    const answer = await solution(center, id)
    await center.ground.database.owner.query('update captcha_challenge set created_at = $2 where id = $1', [
      id,
      new Date(center.clock.now().getTime() - 300),
    ])
    expect((await browser.verify(id, answer)).code).toBe(4001)
  })

  it('needs its work', async () => {
    const browser = browserAt(center)
    const { id, captcha } = await browser.generate()
    const work = captcha.data?.pow
    if (!work) throw new Error('every picture has work')
    const nonces = doCaptchaWork({ ...work, salt: 'of another challenge' })
    expect((await browser.verify(id, await solution(center, id, { data: { pow: nonces } }))).code).toBe(4001)
    const lazy = await browser.generate()
    expect((await browser.verify(lazy.id, await solution(center, lazy.id, { data: {} }))).code).toBe(4001)
  })

  it('by keyboard needs more work, but no hand movement and few points', async () => {
    const browser = browserAt(center)
    const byKeys: Movement = (distance) => [
      { x: 0, y: 0, t: 0, type: 'down' },
      { x: distance, y: 0, t: 700, type: 'move' },
      { x: distance, y: 0, t: 1_200, type: 'up' },
    ]
    const answered = async (isByKeys: boolean, offPx = 0) => {
      const { id, captcha } = await browser.generate()
      const work = captcha.data?.pow
      if (!work) throw new Error('every picture has work')
      const data = { input: 'keyboard' as const, pow: doCaptchaWork(work, isByKeys) }
      return (await browser.verify(id, await solution(center, id, { move: byKeys, offPx, data }))).code
    }
    expect(await answered(true)).toBe(200)
    expect(await answered(false)).toBe(4001)
    expect(await answered(true, 40)).toBe(4001)
  })

  it('without a picture is proof of work alone', async () => {
    const browser = browserAt(center)
    const { id, captcha } = await browser.generate('POW')
    expect(captcha).toMatchObject({
      type: 'POW',
      backgroundImage: null,
      templateImage: null,
      data: { pow: { puzzles: 16, bits: 5, required: true } },
    })
    const work = captcha.data?.pow
    if (!work) throw new Error('there is work')
    expect((await browser.verify(id, { data: { pow: doCaptchaWork(work) } })).code).toBe(200)
    expect((await browser.login(id)).code).not.toBe(STALE)
    const lazy = await browser.generate('POW')
    expect((await browser.verify(lazy.id, { data: { pow: [1, 2, 3] } })).code).toBe(4001)
  })
})

describe('the gate', () => {
  it('answers 855638073 with HTTP 200, and the call does not run: a wrong password is not counted', async () => {
    const { rows: before } = await center.ground.database.owner.query('select * from guess')
    const reply = await browserAt(center).send('/login.do', {
      account: 'nobody@test.example',
      password: 'wrong-password',
    })
    expect(reply).toMatchObject({ status: 200, body: { code: STALE, desc: '请先完成安全验证', data: null } })
    await expect(
      center.visitor(identityCalls.login, { account: 'nobody@test.example', password: 'wrong-password' }),
    ).rejects.toMatchObject({ error: 'captcha.listStale' })
    expect((await center.ground.database.owner.query('select * from guess')).rows).toEqual(before)
  })

  it('accepts a solved captcha once', async () => {
    const browser = browserAt(center)
    const id = await browser.solve()
    expect((await browser.login(id)).code).toBe(0x33001001)
    expect((await browser.login(id)).code).toBe(STALE)
  })

  it('comes after the payload is checked: a bad payload spends no captcha', async () => {
    const browser = browserAt(center)
    const id = await browser.solve()
    expect((await browser.send('/login.do', { account: '' }, { 'x-captcha-id': id })).code).toBe(0x33000007)
    expect((await browser.login(id)).code).toBe(0x33001001)
  })

  it('lets through one of many calls at the same moment', async () => {
    const browser = browserAt(center)
    const id = await browser.solve()
    const codes = (await Promise.all(Array.from({ length: 6 }, () => browser.login(id)))).map(({ code }) => code)
    expect(codes.filter((code) => code !== STALE)).toEqual([0x33001001])
  })

  it('forgets a solved captcha after a minute, or two if it was for one call', async () => {
    const browser = browserAt(center)
    for (const [url, seconds] of [
      [undefined, 60],
      ['/login.do', 120],
    ] as const) {
      const late = await browser.solve('SLIDER', url === undefined ? {} : { url })
      center.clock.advance(seconds * 1_000)
      expect((await browser.login(late)).code).toBe(STALE)
      const early = await browser.solve('SLIDER', url === undefined ? {} : { url })
      center.clock.advance(seconds * 1_000 - 1)
      expect((await browser.login(early)).code).toBe(0x33001001)
    }
  })

  it('refuses a captcha that was solved for another call or by another browser, or not solved', async () => {
    const browser = browserAt(center)
    expect((await browser.login(await browser.solve('SLIDER', { url: '/verifyCode/send.do' }))).code).toBe(STALE)
    const id = await browser.solve()
    expect((await browserAt(center, { network: browser.network }).login(id)).code).toBe(STALE)
    expect((await browser.login(id)).code).toBe(0x33001001)
    expect((await browser.login((await browser.generate()).id)).code).toBe(STALE)
    for (const junk of ['', 'x', `SLIDER_${'0'.repeat(32)}`, 'x'.repeat(5_000)])
      expect((await browser.login(junk)).code).toBe(STALE)
  })

  it('accepts another fingerprint of the same browser in the same neighborhood, and nowhere else', async () => {
    for (const [network, code] of [
      ['198.51.100.200', 0x33001001],
      ['198.51.101.7', STALE],
    ] as const) {
      const browser = browserAt(center, { network: '198.51.100.7' })
      const id = await browser.solve()
      const { rows } = await center.ground.database.owner.query<{ context: Buffer }>(
        'select context from captcha_pass where id = $1',
        [id],
      )
      expect(rows).toHaveLength(1)
      const reply = await center.center.app.inject({
        method: 'POST',
        url: '/login.do',
        remoteAddress: network,
        payload: { account: 'nobody@test.example', password: 'wrong-password' },
        headers: { 'x-captcha-id': id, 'x-device-fingerprint': 'another', cookie: browser.cookie() ?? '' },
      })
      expect(reply.json<Reply['body']>().code).toBe(code)
    }
  })

  it.each([
    '//login.do',
    '/login.do;x',
    '/LOGIN.do',
    '/%6cogin.do',
    '/./login.do',
    '/login.do/',
    '/login.do?x=1',
    '/login%2edo',
  ])('cannot be bypassed by the spelling %s', async (url) => {
    const reply = await browserAt(center).login(undefined, { url })
    expect([STALE, 0x33000002]).toContain(reply.code)
  })

  it('does not guard other calls', async () => {
    expect((await browserAt(center).send('/logout.do', {})).code).not.toBe(STALE)
  })

  it("counts a session as a browser: a captcha solved by a visitor is not the session's", async () => {
    const guarded = await createTestCenter({
      config: { captchaUrls: ['/dashboard/get.do'] },
      captcha: { readyPictures: 1 },
    })
    const actor = await guarded.developer()
    await expect(actor.call(dashboardCalls.get, {})).rejects.toMatchObject({ code: STALE })
    const asActor = browserAt(guarded, { headers: actor.headers })
    const get = async (id: string) =>
      (
        await guarded.center.app.inject({
          method: 'GET',
          url: '/dashboard/get.do',
          remoteAddress: asActor.network,
          headers: { ...actor.headers, 'x-device-fingerprint': asActor.fingerprint, 'x-captcha-id': id },
        })
      ).json<Reply['body']>().code
    const { setCookie } = await asActor.send(GENERATE, {})
    expect(setCookie).toBeUndefined()
    expect(await get(await browserAt(guarded, { network: asActor.network }).solve())).toBe(STALE)
    const id = await asActor.solve()
    expect(await get(id)).toBe(0)
    expect(await get(id)).toBe(STALE)
    await guarded.close()
  })
})

describe('limits', () => {
  it('a browser gets ten challenges a minute, and the refusal says when to retry', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 10; i++) await browser.generate('POW')
    const refused = await browser.send(`${GENERATE}?type=POW`, {})
    expect(refused).toMatchObject({ status: 429, body: { code: 4290, data: null } })
    expect(refused.retryAfter).toBe('60')
    center.clock.advance(59_999)
    expect(await browser.send(`${GENERATE}?type=POW`, {})).toMatchObject({ code: 4290, retryAfter: '1' })
    center.clock.advance(1)
    await browser.generate('POW')
  })

  it('a browser without a cookie is counted by its fingerprint and address', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 10; i++) {
      browser.forgetCookie()
      await browser.generate('POW')
    }
    browser.forgetCookie()
    expect((await browser.send(`${GENERATE}?type=POW`, {})).code).toBe(4290)
  })

  it('a neighborhood gets thirty challenges a minute', async () => {
    const browsers = Array.from({ length: 4 }, (_, i) =>
      browserAt(center, { network: `203.0.113.${i + 1}`, fingerprint: `fp-${i}` }),
    )
    for (let i = 0; i < 30; i++) await browsers[i % 4]?.generate('POW')
    for (const browser of browsers) expect((await browser.send(`${GENERATE}?type=POW`, {})).code).toBe(4290)
    expect((await browserAt(center, { network: '203.0.114.1' }).generate('POW')).id).toBeDefined()
  })

  it('many requests at the same moment are counted one by one', async () => {
    const browser = browserAt(center)
    await browser.generate('POW')
    const codes = (await Promise.all(Array.from({ length: 20 }, () => browser.send(`${GENERATE}?type=POW`, {})))).map(
      ({ code }) => code,
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(9)
  })

  it('a neighborhood gets twenty answers a minute', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 20; i++) expect((await browser.verify(`SLIDER_${'0'.repeat(32)}`, {})).code).toBe(4000)
    const refused = await browser.verify(`SLIDER_${'0'.repeat(32)}`, {})
    expect(refused).toMatchObject({ status: 429, code: 4290, retryAfter: '60' })
    center.clock.advance(60_000)
    expect((await browser.verify(`SLIDER_${'0'.repeat(32)}`, {})).code).toBe(4000)
  })

  const passByWork = async (browser: ReturnType<typeof browserAt>) => {
    center.clock.advance(10_000)
    const generated = await browser.send(`${GENERATE}?type=POW`, {})
    const { id, captcha } = generated.body
    const work = captcha?.data?.pow
    return id === undefined || !work
      ? generated.code
      : (await browser.verify(id, { data: { pow: doCaptchaWork(work) } })).code
  }
  it('work passes ten times an hour for a browser, thirty for a neighborhood, then is refused in advance', async () => {
    const browsers = Array.from({ length: 4 }, (_, i) => browserAt(center, { network: `203.0.115.${i + 1}` }))
    const [first] = browsers
    if (!first) throw new Error('there are four')
    for (let i = 0; i < 10; i++) expect(await passByWork(first)).toBe(200)
    expect(await passByWork(first)).toBe(4290)
    for (const browser of browsers.slice(1, 3)) for (let i = 0; i < 10; i++) expect(await passByWork(browser)).toBe(200)
    const [, , , last] = browsers
    expect(last && (await passByWork(last))).toBe(4290)
    center.clock.advance(HOUR_MS)
    expect(last && (await passByWork(last))).toBe(200)
  })

  it('a browser with several works at once still passes ten times', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 9; i++) expect(await passByWork(browser)).toBe(200)
    const both = [await browser.generate('POW'), await browser.generate('POW')]
    const codes: number[] = []
    for (const { id, captcha } of both)
      codes.push(
        (await browser.verify(id, { data: { pow: captcha.data?.pow && doCaptchaWork(captcha.data.pow) } })).code,
      )
    expect(codes).toEqual([200, 4290])
  })
})

describe('a browser that fails', () => {
  it('three times in ten minutes gets letters and more work, whatever it requests', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 2; i++) expect((await browser.fail()).code).toBe(4001)
    expect((await browser.generate()).captcha.type).toBe('SLIDER')
    expect((await browser.fail()).code).toBe(4001)
    const { id, captcha } = await browser.generate()
    expect(captcha).toMatchObject({ type: 'WORD_IMAGE_CLICK', data: { pow: { puzzles: 16, bits: 3 } } })
    expect((await browser.verify(id, await solution(center, id))).code).toBe(200)
    for (const type of ['SLIDER', 'ROTATE', 'CONCAT', 'RANDOM'])
      for (const language of ['zh-CN', 'en']) {
        center.clock.advance(10_000)
        const asked = await browser.send(`${GENERATE}?type=${type}`, {}, { 'accept-language': language })
        expect(asked.body.captcha?.type, `${type} in ${language}`).toBe('WORD_IMAGE_CLICK')
      }
    center.clock.advance(600_000)
    expect((await browser.generate()).captcha.type).toBe('SLIDER')
  })

  it('five times waits a minute for the next challenge, and gets harder work without a picture', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 5; i++) expect((await browser.fail()).code).toBe(4001)
    const refused = await browser.send(GENERATE, {})
    expect(refused).toMatchObject({ status: 429, code: 4290, retryAfter: '60' })
    center.clock.advance(59_999)
    expect((await browser.send(GENERATE, {})).code).toBe(4290)
    center.clock.advance(1)
    const { captcha } = await browser.generate()
    expect(captcha).toMatchObject({ type: 'WORD_IMAGE_CLICK', data: { pow: { bits: EASY.most } } })
    expect((await browser.generate('POW')).captcha.data?.pow).toMatchObject({ puzzles: 16, bits: EASY.most + 1 })
  })

  it('twenty times is blocked for fifteen minutes, answers included', async () => {
    const open = await withCaptcha({
      captcha: {
        readyPictures: 1,
        limits: { generatesPerMinute: { context: 1_000, network: 1_000 }, verifiesPerMinute: { network: 1_000 } },
      },
    })
    const browser = browserAt(open)
    const ids: string[] = []
    for (let i = 0; i < 22; i++) ids.push((await browser.generate('POW')).id)
    const wrong = { data: { pow: [] } }
    for (const id of ids.slice(0, 20)) expect((await browser.verify(id, wrong)).code).toBe(4001)
    const refused = await browser.verify(ids[20] ?? '', wrong)
    expect(refused).toMatchObject({ status: 429, code: 4290, retryAfter: '900' })
    expect((await browser.send(GENERATE, {})).code).toBe(4290)
    open.clock.advance(899_999)
    expect((await browser.send(GENERATE, {})).code).toBe(4290)
    open.clock.advance(1)
    expect((await browser.generate()).captcha.type).toBe('SLIDER')
    await open.close()
  })

  it('to answer in time has not failed', async () => {
    const browser = browserAt(center)
    for (let i = 0; i < 4; i++) {
      const { id } = await browser.generate('POW')
      center.clock.advance(181_000)
      expect((await browser.verify(id, {})).code).toBe(4000)
    }
    expect((await browser.generate()).captcha.type).toBe('SLIDER')
  })
})

describe('a program that throws away its cookie and fingerprint', () => {
  let programs = 0
  const anew = (network: string) => browserAt(center, { network, fingerprint: `program-${++programs}` })
  const typeAt = async (network: string, wish: Wish = {}) => (await anew(network).generate('SLIDER', wish)).captcha.type
  const failAt = async (network: string, wish: Wish = {}) => {
    const browser = anew(network)
    const { id } = await browser.generate('POW', wish)
    expect((await browser.verify(id, { data: { pow: [] } })).code).toBe(4001)
  }
  const bitsAt = async (network: string, wish: Wish = {}) =>
    (await anew(network).generate('SLIDER', wish)).captcha.data?.pow?.bits

  it('still gets letters after fifteen failures of its network, which blocks nobody there', async () => {
    const network = '198.18.1.1'
    for (let i = 0; i < 15; i++) {
      if (i === 14) expect(await typeAt(network)).toBe('SLIDER')
      center.clock.advance(5_000)
      await failAt(network)
    }
    expect(await typeAt('198.18.1.200')).toBe('WORD_IMAGE_CLICK')
    expect(await typeAt('198.18.2.1')).toBe('SLIDER')
    center.clock.advance(600_000)
    expect(await typeAt(network)).toBe('SLIDER')
  })

  it('still gets letters after five failures for one account, from whatever network', async () => {
    const wish = { account: 'Target@test.example' }
    for (let i = 0; i < 5; i++) {
      if (i === 4) expect(await typeAt('198.19.8.1', wish)).toBe('SLIDER')
      await failAt(`198.19.${i}.1`, wish)
    }
    expect(await typeAt('198.19.9.1', { account: ' target@TEST.example' })).toBe('WORD_IMAGE_CLICK')
    expect(await typeAt('198.19.9.1', { account: 'other@test.example' })).toBe('SLIDER')
  })

  it('pays twice the work after three tries of its network, and twice again after nine', async () => {
    const bits: unknown[] = []
    for (let i = 0; i < 10; i++) bits.push(await bitsAt('198.20.0.1'))
    expect(bits).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 3])
    expect(await bitsAt('198.20.1.1')).toBe(1)
    center.clock.advance(600_000)
    expect(await bitsAt('198.20.0.1')).toBe(1)
  })

  it('pays it for an account from many networks too', async () => {
    const bits: unknown[] = []
    for (let i = 0; i < 4; i++) bits.push(await bitsAt(`198.21.${i}.1`, { account: 'dear@test.example' }))
    expect(bits).toEqual([1, 1, 1, 2])
  })

  it('cannot pay for a cheap account and spend the captcha on a dear one', async () => {
    const account = 'guessed@test.example'
    const login = async (network: string, wish: Wish) => {
      const browser = anew(network)
      return (await browser.login(await browser.solve('SLIDER', wish), { account })).code
    }
    for (let i = 0; i < 3; i++) expect(await login(`198.22.${i}.1`, {})).toBe(0x33001001)
    expect(await login('198.22.7.1', {})).toBe(STALE)
    expect(await login('198.22.8.1', { account: 'cheap@test.example' })).toBe(STALE)
    expect(await login('198.22.9.1', { account })).toBe(0x33001001)
  })

  it('is counted at a signed-in call by the account of the session', async () => {
    const guarded = await withCaptcha({ config: { captchaUrls: ['/dashboard/get.do'] } })
    const actor = await guarded.developer()
    const bits: unknown[] = []
    for (let i = 0; i < 4; i++) {
      const browser = browserAt(guarded, {
        network: `198.23.${i}.1`,
        headers: (await guarded.signIn(actor.account)).headers,
      })
      bits.push((await browser.generate()).captcha.data?.pow?.bits)
    }
    expect(bits).toEqual([1, 1, 1, 2])
    await guarded.close()
  })
})

describe('the stored data', () => {
  it('is purged once it has expired, and not before', async () => {
    const fresh = await withCaptcha()
    const browser = browserAt(fresh)
    await browser.solve()
    await browser.fail()
    await browser.generate('POW')
    const counts = async () => {
      const tables = ['captcha_challenge', 'captcha_pass', 'captcha_use', 'captcha_standing', 'captcha_track']
      const { rows } = await fresh.ground.database.owner.query<{ n: number }>(
        tables.map((table) => `select count(*)::int as n from ${table}`).join(' union all '),
      )
      return rows.map(({ n }) => n)
    }
    await fresh.center.captcha.purgeJob.run({}, { isLast: true })
    expect((await counts()).every((n) => n > 0)).toBe(true)
    fresh.clock.advance(DAY_MS + 1_000)
    await fresh.center.captcha.purgeJob.run({}, { isLast: true })
    expect(await counts()).toEqual([0, 0, 0, 0, 0])
    await fresh.close()
  })

  it('contains no movement, no address and no cookie in plain text', async () => {
    const browser = browserAt(center, { network: '192.0.2.99', fingerprint: 'fingerprint-in-the-clear' })
    await browser.solve()
    const { rows } = await center.ground.database.owner.query<{ text: string }>(
      `select t::text as text from captcha_challenge t
       union all select t::text from captcha_pass t
       union all select t::text from captcha_use t
       union all select t::text from captcha_standing t
       union all select t::text from captcha_track t`,
    )
    const all = rows.map(({ text }) => text).join('\n')
    expect(all).toContain('192.0.2.0/24')
    for (const secret of [
      '192.0.2.99',
      'fingerprint-in-the-clear',
      'trackList',
      browser.cookie()?.split('=')[1] ?? 'no cookie',
    ])
      expect(all).not.toContain(secret)
  })
})
