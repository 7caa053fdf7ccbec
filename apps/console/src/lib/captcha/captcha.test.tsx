import { createHash } from 'node:crypto'
import { CAPTCHA_CODES, LIMITS, captchaCalls } from '@sealwright/contract'
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showLanguage } from '../words/i18n.tsx'
import type { CaptchaConfig } from './captcha-protocol.ts'
import { WORK, captchaServer, challengeOf } from './captcha.fixture.ts'
import type { CaptchaServer } from './captcha.fixture.ts'
import { CaptchaClosed, openCaptcha } from './open-captcha.tsx'
import { MAX_POINTS } from './track.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let server: CaptchaServer
let bindEl: HTMLElement
const opened: AbortController[] = []
const { captchaTipMs, captchaRefreshMs, sliderTrackPx } = LIMITS.console
const config = (): CaptchaConfig => ({
  bindEl,
  requestCaptchaDataUrl: captchaCalls.generate.path,
  validCaptchaUrl: captchaCalls.verify.path,
})

beforeEach(async () => {
  server = captchaServer()
  bindEl = document.body.appendChild(document.createElement('div'))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => server.fetch(url, init))
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  await showLanguage('zh')
})

afterEach(async () => {
  await act(async () => {
    for (const one of opened.splice(0)) one.abort()
  })
  bindEl.remove()
})

/** The outcome of an opened captcha, once it has ended. */
interface Outcome {
  id?: string
  error?: unknown
}

async function open(given: Partial<CaptchaConfig> = {}): Promise<Outcome> {
  const leave = new AbortController()
  opened.push(leave)
  const outcome: Outcome = {}
  await act(async () => {
    openCaptcha({ ...config(), ...given }, leave.signal).then(
      (id) => (outcome.id = id),
      (error: unknown) => (outcome.error = error),
    )
  })
  return outcome
}

const later = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const dialog = () => bindEl.querySelector('dialog')
const slider = () => screen.getByRole('slider', { hidden: true })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const press = (target: Element) => act(async () => void fireEvent.click(target))
const tip = () => screen.getByRole('status', { hidden: true }).textContent
const generated = () => server.asked.filter(({ url }) => url.startsWith(captchaCalls.generate.path)).length
const position = () => Number(slider().getAttribute('aria-valuenow'))
const point = (type: 'down' | 'move' | 'up', x: number, y: number) => {
  const make = { down: createEvent.pointerDown, move: createEvent.pointerMove, up: createEvent.pointerUp }[type]
  const event = make(slider(), { clientX: x, clientY: y, button: 0, pointerId: 1 })
  // Not 0, which React treats as a missing time.
  Object.defineProperty(event, 'timeStamp', { value: 1 + performance.now() })
  fireEvent(slider(), event)
}

async function drag(to: number): Promise<void> {
  await act(async () => {
    point('down', 40, 200)
    for (let x = 10; x < to; x += 10) {
      vi.advanceTimersByTime(20)
      point('move', 40 + x, 201)
    }
    vi.advanceTimersByTime(20)
    point('move', 40 + to, 203)
    vi.advanceTimersByTime(300)
    point('up', 40 + to, 203)
  })
}

const key = (name: string, shiftKey = false) =>
  act(async () => void fireEvent.keyDown(slider(), { key: name, shiftKey }))
const isProof = (salt: string, nonces: readonly number[] | undefined, bits: number) =>
  nonces?.every(
    (nonce, i) => createHash('sha256').update(`${salt}:${i}:${nonce}`).digest().readUInt32BE() >>> (32 - bits) === 0,
  )

describe('misuse throws', () => {
  it.each<[string, Partial<CaptchaConfig>]>([
    ['without an element', { bindEl: '#nowhere' }],
    ['without the address of challenges', { requestCaptchaDataUrl: '' }],
    ['without the address that checks answers', { validCaptchaUrl: '' }],
    ['with a type that does not exist', { type: 'PUZZLE' as 'SLIDER' }], // what a host without types would pass
  ])('%s', (_what, wrong) => {
    expect(() => openCaptcha({ ...config(), ...wrong })).toThrow(Error)
    expect(dialog()).toBeNull()
  })

  it('when the server shows a type that does not exist', async () => {
    server.challenge = () => ({ ...challengeOf('SLIDER'), type: 'PUZZLE' as 'SLIDER' }) // a newer server than this page
    const outcome = await open()
    expect(outcome.error).toBeInstanceOf(Error)
    expect(String(outcome.error)).toContain('PUZZLE')
    expect(dialog()).toBeNull()
  })
})

describe('the states of a challenge', () => {
  it('is loading, shown, verifying, success; then the dialog closes with the id', async () => {
    let arrive: () => void = () => undefined
    server.instead = () => new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)))
    const outcome = await open({ protects: '/login.do', requestHeaders: () => ({ 'X-Device-Fingerprint': 'f' }) })
    expect(screen.getByText('请稍等...')).toBeTruthy()
    await act(async () => arrive())
    expect(server.asked[0]?.body).toEqual({ url: '/login.do' })
    expect(server.asked[0]?.headers.get('x-device-fingerprint')).toBe('f')
    expect(server.asked[0]?.headers.get('content-type')).toContain('application/json')
    expect(screen.getByRole('heading', { hidden: true }).textContent).toBe('拖动滑块完成拼图')

    await drag(120)
    expect(tip()).toBe('正在验证…')
    await act(async () => arrive())
    const { data, id } = server.answers[0] ?? {}
    expect(tip()).toBe(`验证成功,耗时 ${((data?.stopTime ?? 0) - (data?.startTime ?? 0)) / 1000} 秒`)
    expect(outcome).toEqual({})
    await later(captchaTipMs)
    expect(outcome).toEqual({ id })
    expect(dialog()).toBeNull()
  })

  it.each([
    [CAPTCHA_CODES.wrong, '验证失败，请重新尝试!'],
    [CAPTCHA_CODES.gone, '验证码已超时'],
    [CAPTCHA_CODES.malformed, '验证码已超时'],
    [CAPTCHA_CODES.tooMany, '验证码已超时'],
    [CAPTCHA_CODES.failed, '验证码已超时'],
  ])('that ends with %s says so for a second and loads another one', async (code, words) => {
    server.code = code
    await open()
    await drag(120)
    expect(tip()).toBe(words)
    expect(generated()).toBe(1)
    await later(captchaTipMs)
    expect(generated()).toBe(2)
    expect(tip()).toBe('')
    expect(position()).toBe(0)
  })

  it.each<[string, NonNullable<CaptchaServer['instead']>, string]>([
    ['no connection', () => Promise.reject(new TypeError('network')), '请检查网络后重试'],
    ['a status beyond 500', () => new Response('', { status: 502 }), 'Request failed with status: 502'],
    [
      'too many pictures',
      () => Response.json({ code: CAPTCHA_CODES.tooMany, msg: '' }, { status: 429 }),
      '验证失败或换图过于频繁，请稍后继续。',
    ],
    ['an unreadable answer', () => new Response('<html>'), '请检查网络后重试'],
  ])('that does not load because of %s shows a notice, and a retry loads it', async (_what, instead, words) => {
    server.instead = instead
    await open()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toMatch(/^(?:验证码加载失败|尝试次数过多)/)
    expect(screen.getByText(words)).toBeTruthy()
    server.instead = undefined
    await press(button('重试'))
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
    expect(position()).toBe(0)
  })

  it('that the server withholds shows why and for how long, and the retry waits', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    server.instead = () =>
      Response.json({ code: CAPTCHA_CODES.tooMany, msg: '' }, { status: 429, headers: { 'retry-after': '60' } })
    await open()
    expect(screen.getByText('验证失败或换图过于频繁，请在 60 秒后继续。', { selector: '[aria-hidden]' })).toBeTruthy()
    await later(15_000)
    expect(screen.getByText('验证失败或换图过于频繁，请在 45 秒后继续。')).toBeTruthy()
    server.instead = undefined
    await press(button('重试'))
    expect(generated()).toBe(1)
    await later(45_000)
    expect(screen.getByText('现在可以继续了。')).toBeTruthy()
    await press(button('重试'))
    expect(position()).toBe(0)
  })

  it('accepts an HTTP status up to 500', async () => {
    server.instead = ({ url }) =>
      url === captchaCalls.verify.path
        ? Response.json({ code: CAPTCHA_CODES.failed, msg: '' }, { status: 500 })
        : undefined
    await open()
    await drag(120)
    expect(tip()).toBe('验证码已超时')
  })

  it('a refresh loads another picture, at most once a second', async () => {
    await open()
    await act(async () => {
      for (let i = 0; i < 4; i++) fireEvent.click(button('换一张'))
    })
    expect(generated()).toBe(2)
    await later(captchaRefreshMs)
    await press(button('换一张'))
    expect(generated()).toBe(3)
  })

  it('closing ends it as closed and aborts pending requests', async () => {
    server.instead = () => new Promise(() => undefined)
    const outcome = await open()
    expect(server.asked[0]?.signal?.aborted).toBe(false)
    await press(button('关闭'))
    expect(outcome.error).toBeInstanceOf(CaptchaClosed)
    expect(server.asked[0]?.signal?.aborted).toBe(true)
    expect(dialog()).toBeNull()
  })

  it('five Escapes do not close it', async () => {
    const outcome = await open()
    expect(dialog()?.getAttribute('closedby')).toBe('none')
    for (let i = 0; i < 5; i++) {
      expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
      expect(fireEvent(dialog() ?? bindEl, new Event('cancel', { cancelable: true }))).toBe(false)
    }
    expect(outcome).toEqual({})
    expect(dialog()).not.toBeNull()
  })
})

describe('an answer by pointer', () => {
  it('has every point in pixels of the picture, from down to up, with the time since down', async () => {
    await open()
    await drag(120)
    const { data } = server.answers[0] ?? {}
    expect(data).toMatchObject({
      bgImageWidth: 300,
      bgImageHeight: 180,
      templateImageWidth: 58,
      templateImageHeight: 180,
    })
    const points = data?.trackList ?? []
    expect(points[0]).toEqual({ x: 40, y: 200, t: 0, type: 'down' })
    expect(points[1]).toMatchObject({ x: 50, y: 201, t: 20, type: 'move' })
    expect(points.at(-1)).toMatchObject({ x: 160, y: 203, type: 'up' })
    expect((data?.stopTime ?? 0) - (data?.startTime ?? 0)).toBe(points.at(-1)?.t)
    expect(data?.data).toBeUndefined()
  })

  it('to a rotate challenge is measured by the track, not by the picture', async () => {
    server.challenge = () => challengeOf('ROTATE')
    await open()
    await drag(121)
    expect(server.answers[0]?.data).toMatchObject({
      bgImageWidth: sliderTrackPx,
      bgImageHeight: 180,
      templateImageWidth: 100,
      templateImageHeight: 180,
    })
    expect(bindEl.querySelector<HTMLElement>('[class*=moving]')?.style.transform).toBe('rotate(180deg)')
  })

  it('to a concat challenge moves the upper strip', async () => {
    server.challenge = () => challengeOf('CONCAT')
    await open()
    await drag(90)
    expect(server.answers[0]?.data).toMatchObject({
      bgImageWidth: 300,
      templateImageWidth: 300,
      templateImageHeight: 120,
    })
    expect(bindEl.querySelector<HTMLElement>('[class*=moving]')?.style).toMatchObject({
      height: '120px',
      backgroundPositionX: '90px',
    })
  })

  it('stops at the end of the track and at its start, even if the pointer goes on', async () => {
    await open()
    await drag(-30)
    expect([position(), server.answers]).toEqual([0, []])
    await drag(900)
    expect(position()).toBe(sliderTrackPx)
    expect(server.answers[0]?.data.trackList.at(-1)?.x).toBe(940)
  })

  it('is not sent without a movement', async () => {
    await open()
    await act(async () => {
      point('down', 40, 200)
      point('up', 40, 200)
    })
    expect(server.answers).toEqual([])
  })

  it("stays below the server's limit of points, and keeps the first and the last", async () => {
    await open()
    await act(async () => {
      point('down', 40, 200)
      for (let i = 0; i < MAX_POINTS + 100; i++) point('move', 41 + (i % 100), 200)
      point('up', 100, 207)
    })
    const points = server.answers[0]?.data.trackList ?? []
    expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
    expect([points[0]?.type, points.at(-1)?.type, points.at(-1)?.y]).toEqual(['down', 'up', 207])
  })

  it('to a word challenge is sent with the fourth click; each click is numbered at its place', async () => {
    server.challenge = () => challengeOf('WORD_IMAGE_CLICK')
    await open()
    expect(screen.getByRole('heading', { hidden: true }).textContent).toBe('请依次点击:')
    const picture = bindEl.querySelector('[class*=picture]') ?? bindEl
    for (const [i, x] of [30, 90, 150].entries()) {
      vi.advanceTimersByTime(300)
      await act(async () => void fireEvent.pointerMove(picture, { clientX: x - 5, clientY: 60 }))
      await act(async () => void fireEvent.click(picture, { clientX: x, clientY: 60 + i }))
    }
    expect(server.answers).toEqual([])
    await act(async () => void fireEvent.click(picture, { clientX: 210, clientY: 63 }))
    const marks = [...bindEl.querySelectorAll<HTMLElement>('[class*=mark]')]
    expect(marks.map(({ textContent, style }) => [textContent, style.left, style.top])).toEqual([
      ['1', '30px', '60px'],
      ['2', '90px', '61px'],
      ['3', '150px', '62px'],
      ['4', '210px', '63px'],
    ])
    const { data } = server.answers[0] ?? {}
    expect(data?.trackList.filter(({ type }) => type === 'click').map(({ x, y }) => [x, y])).toEqual([
      [30, 60],
      [90, 61],
      [150, 62],
      [210, 63],
    ])
    expect(data?.trackList[0]).toMatchObject({ x: 25, y: 60, type: 'move' })
  })

  it('includes the proof of work if the challenge requires it from everyone', async () => {
    server.challenge = () => challengeOf('SLIDER', { data: { pow: { ...WORK, required: true } } })
    await open()
    await drag(120)
    await waitFor(() => expect(server.answers).toHaveLength(1))
    const extra = server.answers[0]?.data.data
    expect(extra?.input).toBeUndefined()
    expect(extra?.pow).toHaveLength(WORK.puzzles)
    expect(isProof(WORK.salt, extra?.pow, WORK.bits)).toBe(true)
  })
})

describe('an answer without dragging', () => {
  it('moves by keys and is sent by Enter, with its proof of work', async () => {
    await open()
    for (const [name, shift, to] of [
      ['End', false, sliderTrackPx],
      ['ArrowRight', false, sliderTrackPx],
      ['Home', false, 0],
      ['ArrowLeft', false, 0],
      ['ArrowRight', false, 1],
      ['ArrowUp', true, 11],
      ['PageUp', false, 21],
      ['PageDown', false, 11],
      ['ArrowDown', false, 10],
      ['ArrowLeft', true, 0],
      ['PageUp', false, 10],
    ] as const) {
      await key(name, shift)
      expect(position(), name).toBe(to)
    }
    await later(300)
    await key('Enter')
    await waitFor(() => expect(server.answers).toHaveLength(1))
    const { data } = server.answers[0] ?? {}
    expect(data?.data?.input).toBe('keyboard')
    expect(isProof(WORK.salt, data?.data?.pow, WORK.bits)).toBe(true)
    expect([data?.trackList[0], data?.trackList.at(-1)]).toMatchObject([
      { x: 0, type: 'down' },
      { x: 10, type: 'up' },
    ])
  })

  it('does the harder work of keys, even if the work of a pointer had begun', async () => {
    const work = { ...WORK, bits: 3, keyboardBits: 8, required: true }
    server.challenge = () => challengeOf('SLIDER', { data: { pow: work } })
    await open()
    await key('PageUp')
    await later(300)
    await key('Enter')
    await waitFor(() => expect(server.answers).toHaveLength(1))
    const { pow } = server.answers[0]?.data.data ?? {}
    expect(pow).toHaveLength(WORK.puzzles)
    expect(isProof(WORK.salt, pow, 8)).toBe(true)
  })

  it('moves by a click on the track and by steps, and is sent by a button', async () => {
    await open()
    const bar = slider().parentElement ?? bindEl
    await act(async () => void fireEvent.pointerDown(bar, { clientX: 100, button: 0 }))
    const reached = position()
    expect(reached).toBeGreaterThan(50)
    await press(button('右移一步'))
    await press(button('右移一步'))
    await press(button('左移一步'))
    expect(position()).toBe(reached + 1)
    await press(button('提交'))
    await waitFor(() => expect(server.answers).toHaveLength(1))
    expect(server.answers[0]?.data.data?.input).toBe('keyboard')
    expect(server.answers[0]?.data.trackList.at(-1)).toMatchObject({ x: reached + 1, type: 'up' })
  })

  it('is not sent before anything has moved', async () => {
    await open()
    await key('Enter')
    await press(button('提交'))
    expect(server.answers).toEqual([])
  })
})

describe('the accessible alternative', () => {
  it('comes first, needs no picture, and shows its progress', async () => {
    const outcome = await open()
    expect(dialog()?.querySelector('button, [tabindex="0"]')).toBe(button('无障碍验证'))
    await press(button('无障碍验证'))
    const told = new Set<string | null>()
    await waitFor(() => {
      told.add(tip())
      expect(server.answers).toHaveLength(1)
    })
    expect(server.asked.at(-2)?.url).toBe(`${captchaCalls.generate.path}?type=POW`)
    expect(isProof(WORK.salt, server.answers[0]?.data.data?.pow, WORK.bits)).toBe(true)
    expect([...told].some((words) => words?.includes('%'))).toBe(true)
    await later(captchaTipMs)
    expect(outcome.id).toBe(server.answers[0]?.id)
  })

  it('can be canceled in favor of a picture', async () => {
    server.challenge = (type) =>
      type === 'POW' ? challengeOf('POW', { data: { pow: { ...WORK, bits: 60 } } }) : challengeOf('SLIDER')
    await open()
    await press(button('无障碍验证'))
    expect(tip()).toBe('正在自动验证，已完成 0%')
    await press(button('取消'))
    expect(position()).toBe(0)
    expect(server.answers).toEqual([])
  })

  it('gets the focus after two failures in a row', async () => {
    server.code = CAPTCHA_CODES.wrong
    await open()
    await drag(100)
    await later(captchaTipMs)
    expect(document.activeElement).not.toBe(button('无障碍验证'))
    await drag(110)
    await later(captchaTipMs)
    expect(document.activeElement).toBe(button('无障碍验证'))
  })
})
