import { LOCALES, TIME_ZONES } from '@sealwright/contract'
import { ZONE_NAMES, zoneName } from '@sealwright/phrases/zones'
import { describe, expect, it } from 'vitest'
import { timeZoneOptions } from './time-zones.ts'

describe('the time zones to choose from', () => {
  it.each(LOCALES)('are all listed in %s with distinct labels', (locale) => {
    const options = timeZoneOptions(locale)
    expect(new Set(options.map(({ id }) => id))).toEqual(new Set(TIME_ZONES.map(({ id }) => id)))
    expect(new Set(options.map(({ label }) => label)).size).toBe(TIME_ZONES.length)
    for (const { label } of options) expect(label).toMatch(/^\(UTC[+-]\d\d:\d\d\) \S/)
  })

  it('are named in the language of the page, with their UTC offset', () => {
    const labelOf = (zone: string, locale: 'zh' | 'en') =>
      timeZoneOptions(locale).find((option) => option.zone === zone)?.label
    expect(labelOf('Asia/Shanghai', 'zh')).toBe('(UTC+08:00) 上海')
    expect(labelOf('Asia/Hong_Kong', 'zh')).toBe('(UTC+08:00) 香港')
    expect(labelOf('Pacific/Honolulu', 'zh')).toBe('(UTC-10:00) 檀香山')
    expect(labelOf('Asia/Shanghai', 'en')).toBe('(UTC+08:00) Shanghai')
    expect(labelOf('Etc/UTC', 'zh')).toBe('(UTC+00:00) 协调世界时')
    expect(labelOf('Asia/Kathmandu', 'en')).toBe('(UTC+05:45) Kathmandu')
  })

  it('each have a Chinese name, and an English one that is a city; no other zone has a name', () => {
    const zones = TIME_ZONES.map(({ zone }) => zone)
    expect(new Set(Object.keys(ZONE_NAMES.zh))).toEqual(new Set(zones))
    for (const zone of Object.keys(ZONE_NAMES.en)) expect(zones).toContain(zone)
    for (const zone of zones) {
      expect(zoneName('zh', zone)).toMatch(/^[\u4e00-\u9fff]+$/)
      expect(zoneName('en', zone)).toMatch(/^[A-Z][\p{Script=Latin} .'-]+$/u)
    }
    expect(zoneName('en', 'America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneName('en', 'America/Bogota')).toBe('Bogotá')
  })

  it('are sorted from west to east', () => {
    const options = timeZoneOptions('en').map(({ zone }) => zone)
    expect(options[0]).toBe('Pacific/Pago_Pago')
    expect(options.indexOf('Pacific/Marquesas')).toBeLessThan(options.indexOf('Etc/UTC'))
    expect(options.indexOf('Etc/UTC')).toBeLessThan(options.indexOf('Asia/Shanghai'))
  })
})
