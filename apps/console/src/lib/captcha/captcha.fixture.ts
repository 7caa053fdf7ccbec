// A captcha server of plain functions: it hands out challenges, records the answers, and returns the codes that the
// test sets.
import { CAPTCHA_CODES, captchaCalls } from '@sealwright/contract'
import type { CaptchaAnswer, CaptchaChallenge, CaptchaWork } from '@sealwright/contract'

/** Little work, to keep the tests fast. Only tests about it require it of pointers. */
export const WORK: CaptchaWork = { salt: 'salt', puzzles: 8, bits: 5, required: false }

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const base: CaptchaChallenge = {
  type: 'SLIDER',
  backgroundImage: PIXEL,
  templateImage: PIXEL,
  backgroundImageWidth: 600,
  backgroundImageHeight: 360,
  templateImageWidth: 116,
  templateImageHeight: 360,
  data: { pow: WORK },
}

export function challengeOf(type: CaptchaChallenge['type'], given: Partial<CaptchaChallenge> = {}): CaptchaChallenge {
  const own: Record<CaptchaChallenge['type'], Partial<CaptchaChallenge>> = {
    SLIDER: {},
    ROTATE: { templateImageWidth: 200 },
    CONCAT: {
      templateImage: null,
      templateImageWidth: null,
      templateImageHeight: null,
      data: { randomY: 120, pow: WORK },
    },
    WORD_IMAGE_CLICK: { templateImageWidth: 286, templateImageHeight: 76 },
    POW: { backgroundImage: null, templateImage: null, templateImageWidth: null, templateImageHeight: null },
  }
  return { ...base, type, ...own[type], ...given }
}

interface Asked {
  url: string
  body: unknown
  headers: Headers
  signal: AbortSignal | undefined
}

export interface CaptchaServer {
  asked: Asked[]
  answers: { id: string; data: CaptchaAnswer }[]
  /** Creates the next challenges; by default a slider, or a proof of work if requested. */
  challenge: (type: string | null) => CaptchaChallenge
  /** The result code of the next answers. */
  code: number
  /** Answers in place of the server, to simulate failures. */
  instead: ((asked: Asked) => Promise<Response | undefined> | Response | undefined) | undefined
  /** Answers the captcha's two calls, and nothing else. */
  fetch: (url: string, init?: RequestInit) => Promise<Response | undefined>
}

export function captchaServer(): CaptchaServer {
  let last = 0
  const server: CaptchaServer = {
    asked: [],
    answers: [],
    challenge: (type) => challengeOf(type === 'POW' ? 'POW' : 'SLIDER'),
    code: CAPTCHA_CODES.solved,
    instead: undefined,
    fetch: async (url, init) => {
      const { pathname, searchParams } = new URL(url, 'http://captcha.test')
      if (pathname !== captchaCalls.generate.path && pathname !== captchaCalls.verify.path) return undefined
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null')
      const asked: Asked = { url, body, headers: new Headers(init?.headers), signal: init?.signal ?? undefined }
      server.asked.push(asked)
      const instead = await server.instead?.(asked)
      if (instead) return instead
      if (pathname === captchaCalls.generate.path) {
        const captcha = server.challenge(searchParams.get('type'))
        return Response.json({ code: CAPTCHA_CODES.solved, msg: 'OK', id: `${captcha.type}_${++last}`, captcha })
      }
      const answer = body as CaptchaServer['answers'][number] // the dialog under test wrote it
      server.answers.push(answer)
      return Response.json({
        code: server.code,
        msg: '',
        data: server.code === CAPTCHA_CODES.solved ? { id: answer.id } : null,
      })
    },
  }
  return server
}
