// Measures what a solved captcha costs a program: solves per processor-second of our own bot (captcha-bot.ts). The
// time of a solve is that of the bot on the picture and that of the work, divided by the share that it solves. Work is
// priced twice: at the speed of native code, which is the best for an attacker, and of a script. Only shown, not
// judged: the pictures of the version before are gone, so its figures were recorded once, on the machine of the first
// report.
import { createHash, hash } from 'node:crypto'
import { isInPlace, CAPTCHA_LIMITS, workFor, workLevel } from '@sealwright/server/domains/captcha/captcha.rules.ts'
import { PICTURE_KINDS } from '@sealwright/server/domains/captcha/pictures/picture.ts'
import type { PictureKind } from '@sealwright/server/domains/captcha/pictures/picture.ts'
import { drawPuzzle } from '@sealwright/server/domains/captcha/pictures/puzzles.ts'
import { learnCharacters, solvePicture } from './captcha-bot.ts'
import { defineBench } from './harness.ts'
import type { Figure } from './harness.ts'

const PICTURES = { full: 120, quick: 6 }
const WARM_UPS = 3
const HASHES = 500_000
const BLOCK_BYTES = 64
const NATIVE = { bytes: 1_048_576, rounds: 200 }

interface Recorded {
  solved: number
  of: number
  /** Processor time of the bot on each picture. */
  ms: number
  note?: string
}

const WORDS_BEFORE: Recorded = { solved: 47, of: 60, ms: 2_021 }
/** The version before: no work until three failures. The cheapest were plain matchers for drags, this bot for words. */
const BEFORE: Record<PictureKind, Recorded> = {
  SLIDER: { solved: 60, of: 60, ms: 21 },
  ROTATE: { solved: 48, of: 60, ms: 19.3 },
  CONCAT: { solved: 59, of: 60, ms: 10.1 },
  WORD_IMAGE_CLICK: WORDS_BEFORE,
  LETTERS: { ...WORDS_BEFORE, note: 'letters are new; the baseline is Chinese characters' },
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Processor time of one hash in a script. */
function scriptHashMs(): number {
  const start = cpuMs()
  for (let nonce = 0; nonce < HASHES; nonce++) hash('sha256', `0123456789abcdef0123456789abcdef:7:${nonce}`, 'hex')
  return (cpuMs() - start) / HASHES
}

/** The same in native code without any overhead, because a puzzle is one block. The buffer stays in the cache. */
function nativeHashMs(): number {
  const bytes = Buffer.alloc(NATIVE.bytes, 7)
  const native = createHash('sha256').update(bytes)
  const start = cpuMs()
  for (let i = 0; i < NATIVE.rounds; i++) native.update(bytes)
  return (cpuMs() - start) / ((NATIVE.rounds * NATIVE.bytes) / BLOCK_BYTES)
}

const flat = (value: number) => ({ median: value, p95: value })

export const captchaBot = defineBench({
  name: 'captcha-bot',
  sides: () => ({ ours: 'solves per processor-second', baseline: 'the version before, recorded' }),
  bar: {},
  async run(_stage, { isQuick, tell }) {
    const count = isQuick ? PICTURES.quick : PICTURES.full
    const [native, script] = [nativeHashMs(), scriptHashMs()]
    tell(`a hash takes ${(native * 1_000).toFixed(3)} µs in native code, ${(script * 1_000).toFixed(3)} µs in a script`)
    const prices = [
      { which: 'first try, native work', tries: 0, hashMs: native },
      { which: '100th try of a network, native work', tries: 99, hashMs: native },
      { which: '100th try of a network, work in a script', tries: 99, hashMs: script },
    ]
    learnCharacters()
    const figures: Figure[] = []
    for (const kind of PICTURE_KINDS) {
      // Drawn first: what a drawing leaves behind would be charged to the bot.
      const pictures = Array.from({ length: count }, () => drawPuzzle(kind))
      for (const picture of pictures.slice(0, WARM_UPS)) await solvePicture(picture)
      let [solved, spentMs] = [0, 0]
      for (const picture of pictures) {
        const start = cpuMs()
        const track = await solvePicture(picture)
        spentMs += cpuMs() - start
        if (isInPlace(picture.secret, track, 1)) solved++
      }
      tell(`${kind}: ${solved} of ${count} solved, ${(spentMs / count).toFixed(0)} ms each`)
      const before = BEFORE[kind]
      for (const { which, tries, hashMs } of prices) {
        const { puzzles, bits } = workFor(kind, workLevel(tries, 0, CAPTCHA_LIMITS), '', CAPTCHA_LIMITS)
        figures.push({
          what: `${kind} (${solved} of ${count} solved, before ${before.solved} of ${before.of}), ${which}`,
          unit: '/s',
          ours: flat((1_000 * solved) / (spentMs + count * puzzles * 2 ** bits * hashMs)),
          baseline: flat((1_000 * before.solved) / (before.of * before.ms)),
          unjudged: before.note ?? 'the baseline was recorded',
        })
      }
    }
    return figures
  },
})
