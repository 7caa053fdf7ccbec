// Reads the answer of a browser, field by field: any input uses up its challenge, so reading must not throw. Whether
// the answer is right is decided elsewhere.
import type { CaptchaAnswer, CaptchaType, TrackPoint } from '@sealwright/contract'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const KINDS: readonly unknown[] = ['down', 'move', 'up', 'click'] satisfies TrackPoint['type'][]
const isPoint = (value: unknown): value is TrackPoint =>
  isRecord(value) &&
  isNumber(value['x']) &&
  isNumber(value['y']) &&
  isNumber(value['t']) &&
  KINDS.includes(value['type'])
const isNonces = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((nonce) => Number.isSafeInteger(nonce) && nonce >= 0)

function readExtra(value: unknown): CaptchaAnswer['data'] | null {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) return null
  const { input, pow } = value
  if ((input !== undefined && input !== 'keyboard') || (pow !== undefined && !isNonces(pow))) return null
  return { input, pow }
}

/** The answer in its declared shape, or null: a wrong JSON type, a number that is not finite, a missing field. */
export function readAnswer(type: CaptchaType | 'POW', raw: unknown): CaptchaAnswer | null {
  if (!isRecord(raw)) return null
  const { bgImageWidth, bgImageHeight, templateImageWidth, templateImageHeight, startTime, stopTime, trackList } = raw
  const data = readExtra(raw['data'])
  if (data === null) return null
  // A proof of work has no picture and no movement.
  if (type === 'POW')
    return {
      bgImageWidth: 0,
      bgImageHeight: 0,
      templateImageWidth: 0,
      templateImageHeight: 0,
      startTime: 0,
      stopTime: 0,
      trackList: [],
      data,
    }
  if (
    !isNumber(bgImageWidth) ||
    !isNumber(bgImageHeight) ||
    !isNumber(templateImageWidth) ||
    !isNumber(templateImageHeight) ||
    !isNumber(startTime) ||
    !isNumber(stopTime)
  )
    return null
  if (!Array.isArray(trackList) || !trackList.every(isPoint)) return null
  return { bgImageWidth, bgImageHeight, templateImageWidth, templateImageHeight, startTime, stopTime, trackList, data }
}
