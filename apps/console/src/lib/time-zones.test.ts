import { LOCALES, TIME_ZONES } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { timeZoneOptions } from './time-zones.ts'

describe('the time zones to choose from', () => {
  it.each(LOCALES)('are all there in %s, each with a label of its own', (locale) => {
    const options = timeZoneOptions(locale)
    expect(new Set(options.map(({ id }) => id))).toEqual(new Set(TIME_ZONES.map(({ id }) => id)))
    expect(new Set(options.map(({ label }) => label)).size).toBe(TIME_ZONES.length)
    for (const { label } of options) expect(label).toMatch(/^\(UTC[+-]\d\d:\d\d\) \S/)
  })

  it('are named in the language of the page, with their distance from UTC', () => {
    const labelOf = (zone: string, locale: 'zh' | 'en') => timeZoneOptions(locale).find((option) => option.zone === zone)?.label
    expect(labelOf('Asia/Shanghai', 'zh')).toBe('(UTC+08:00) 中国')
    expect(labelOf('Asia/Hong_Kong', 'zh')).toBe('(UTC+08:00) 中国香港')
    expect(labelOf('Asia/Taipei', 'zh')).toBe('(UTC+08:00) 中国台湾')
    expect(labelOf('Asia/Shanghai', 'en')).toBe('(UTC+08:00) Shanghai')
    expect(labelOf('Etc/UTC', 'zh')).toBe('(UTC+00:00) UTC')
    expect(labelOf('Asia/Kathmandu', 'en')).toBe('(UTC+05:45) Kathmandu')
  })

  it('stand from west to east', () => {
    const options = timeZoneOptions('en').map(({ zone }) => zone)
    expect(options[0]).toBe('Pacific/Pago_Pago')
    expect(options.indexOf('Pacific/Marquesas')).toBeLessThan(options.indexOf('Etc/UTC'))
    expect(options.indexOf('Etc/UTC')).toBeLessThan(options.indexOf('Asia/Shanghai'))
  })
})
