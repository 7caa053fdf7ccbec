import { describe, expect, it } from 'vitest'
import type { MailHours } from './message.kind.ts'
import { dueAt } from './message.rules.ts'

const NIGHT = { from: '22:00', until: '07:00' }
const at = (now: string, hours: Partial<MailHours>) =>
  dueAt(new Date(now), { quietHours: null, dailyHour: null, timeZone: 'Asia/Shanghai', ...hours })?.toISOString() ??
  null

describe('a mail', () => {
  it('is sent at once without quiet hours and outside of them', () => {
    expect(at('2026-03-01T15:00:00Z', {})).toBeNull()
    expect(at('2026-03-01T13:59:59Z', { quietHours: NIGHT })).toBeNull()
    expect(at('2026-03-01T23:00:00Z', { quietHours: NIGHT })).toBeNull()
  })

  it('waits for the end of quiet hours, before and after midnight and within a day', () => {
    expect(at('2026-03-01T14:00:00Z', { quietHours: NIGHT })).toBe('2026-03-01T23:00:00.000Z')
    expect(at('2026-03-01T22:59:59Z', { quietHours: NIGHT })).toBe('2026-03-01T23:00:00.000Z')
    expect(at('2026-03-01T04:30:00Z', { quietHours: { from: '12:00', until: '13:30' } })).toBe(
      '2026-03-01T05:30:00.000Z',
    )
  })

  it('waits until the wall clock shows the end of the quiet hours, also in nights in which the clocks change', () => {
    const berlin = { quietHours: NIGHT, timeZone: 'Europe/Berlin' }
    expect(at('2026-03-28T22:00:00Z', berlin)).toBe('2026-03-29T05:00:00.000Z')
    expect(at('2026-10-24T21:00:00Z', berlin)).toBe('2026-10-25T06:00:00.000Z')
    // 02:30 does not exist in this night: the mail is sent when the clocks change.
    expect(at('2026-03-28T23:30:00Z', { ...berlin, quietHours: { from: '00:00', until: '02:30' } })).toBe(
      '2026-03-29T01:00:00.000Z',
    )
    // 02:30 comes twice in this night: the first time ends the quiet hours, for good.
    const twice = { ...berlin, quietHours: { from: '00:00', until: '02:30' } }
    expect(at('2026-10-25T00:15:00Z', twice)).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-10-25T01:15:00Z', twice)).toBeNull()
  })

  it('becomes part of the next daily mail, which waits for the end of quiet hours too', () => {
    expect(at('2026-03-01T00:59:59Z', { dailyHour: 9 })).toBe('2026-03-01T01:00:00.000Z')
    expect(at('2026-03-01T01:00:00Z', { dailyHour: 9 })).toBe('2026-03-02T01:00:00.000Z')
    expect(at('2026-03-01T12:00:00Z', { dailyHour: 23, quietHours: NIGHT })).toBe('2026-03-01T23:00:00.000Z')
    expect(at('2026-03-28T12:00:00Z', { dailyHour: 2, timeZone: 'Europe/Berlin' })).toBe('2026-03-29T01:00:00.000Z')
  })
})
