import { expect, it } from 'vitest'
import { shownMoment } from './moment.ts'

it('a moment for strangers names its zone after the time', () => {
  const at = new Date('2026-12-17T16:00:00Z')
  expect(shownMoment(at, 'zh', 'Asia/Shanghai')).toBe('2026年12月18日 00:00 GMT+8')
  expect(shownMoment(at, 'en', 'Asia/Shanghai')).toBe('December 18, 2026 at 00:00 GMT+8')
})
