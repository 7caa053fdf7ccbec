// Repeats the numbers of the specification literally, so that no change to one goes unnoticed. Other tests cover their
// use.
import { describe, expect, it } from 'vitest'
import { TIME_FORMATS } from './domains/identity.ts'
import { USUAL_PERIODS } from './domains/statistic-periods.ts'
import { LIMITS } from './limits.ts'
import { TIME_ZONES } from './regions.ts'

describe('the limits', () => {
  it('match section 1 for trials', () => {
    expect(LIMITS.trial).toEqual({ products: 1, users: 100, importRows: 10, licenseDays: 90 })
    expect(LIMITS.platform.trialLicenses.initial).toBe(1_000)
  })

  it('match sections 5 and 9 for accounts, developers and products', () => {
    expect(LIMITS.account).toMatchObject({ passwordMin: 6, passwordMax: 20, promotionCodeMax: 30 })
    expect(LIMITS.developer).toMatchObject({ displayNameMax: 20, briefMax: 200, pinMin: 16, pinMax: 32 })
    expect(LIMITS.product).toMatchObject({
      displayNameMax: 20,
      briefMax: 600,
      licenseIdMax: 4_294_967_295,
      modules: 64,
      moduleNameMax: 10,
      areaBytes: 65_535,
      logoBytes: 65_535,
    })
    // The rule's words say 64 KB.
    expect([LIMITS.center.logoBytes, LIMITS.developer.logoBytes]).toEqual([65_535, 65_535])
    expect(LIMITS.tag.perUser).toBe(5)
    expect(LIMITS.superAdministratorChange.codeMinutes).toBe(60)
    expect(LIMITS.port).toEqual({ min: 1, max: 65_535 })
  })

  it('match sections 5 and 9 for licenses and files', () => {
    expect(LIMITS.license).toMatchObject({
      batchCodes: 100,
      usersPerAddition: 1_000,
      exchangeFiles: 30,
      exchangeFileBytes: 4_096,
      exportRecords: 200_000,
      overdueDaysShown: 90,
    })
    expect(LIMITS.campaign).toMatchObject({ nameMax: 19, introductionMax: 600, links: 5 })
  })

  it('match sections 5 and 9 for money', () => {
    expect(LIMITS.topUp).toMatchObject({ multipleYuan: 100, maxYuan: 2_000_000 })
    expect(LIMITS.billing).toMatchObject({
      freeDevices: 5,
      extraDeviceFen: 100,
      reminderDays: [30, 15],
      voucherDays: 90,
    })
  })

  it('match sections 2 and 9 for page sizes, timings and time formats', () => {
    expect(LIMITS.console).toMatchObject({
      clickThrottleMs: 500,
      captchaRefreshMs: 1_000,
      captchaTipMs: 1_000,
      sliderTrackPx: 242,
      captchaClicks: 4,
      scriptTimeoutMs: 120_000,
      scrollReleaseMs: 800,
      registerRedirectMs: 3_000,
    })
    expect(LIMITS.page).toMatchObject({
      tableSizes: [10, 20, 30, 50, 100],
      cardSizesUnknownWidth: [9, 18, 27],
      campaignSize: 5,
    })
    expect(USUAL_PERIODS).toEqual(['7', '14', '21', '28', 'month'])
    expect(TIME_FORMATS).toEqual(['yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss'])
  })

  it('match section 3 for time zones, ids 1 to 100 without 89', () => {
    expect(TIME_ZONES.map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_none, index) => index + 1).filter((id) => id !== 89),
    )
  })
})
