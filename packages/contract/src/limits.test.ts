// The numbers of the specification, written out once more: whoever changes one of them here changes what was agreed.
// What each is for, other tests show.
import { describe, expect, it } from 'vitest'
import { TIME_FORMATS } from './domains/identity.ts'
import { LIMITS } from './limits.ts'
import { TIME_ZONES } from './regions.ts'

describe('the numbers of the specification', () => {
  it('that bound a trial, section 1', () => {
    expect(LIMITS.trial).toEqual({ products: 1, users: 100, importRows: 10, licenseDays: 90 })
    expect(LIMITS.platform.trialLicenses.initial).toBe(1_000)
  })

  it('of people and what they own, sections 5 and 9', () => {
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
    expect(LIMITS.tag.perUser).toBe(5)
    expect(LIMITS.superAdministratorChange.codeMinutes).toBe(60)
    expect(LIMITS.port).toEqual({ min: 1, max: 65_535 })
  })

  it('of licenses and files, sections 5 and 9', () => {
    expect(LIMITS.license).toMatchObject({
      batchCodes: 100,
      usersPerAddition: 1_000,
      exchangeFilesMin: 2,
      exchangeFiles: 30,
      exchangeFileBytes: 4_096,
      exportRecords: 200_000,
      overdueDaysShown: 90,
    })
    expect(LIMITS.campaign).toEqual({ nameMax: 19, introductionMax: 600, links: 5 })
  })

  it('of money, sections 5 and 9', () => {
    expect(LIMITS.topUp).toMatchObject({ multipleYuan: 100, maxYuan: 2_000_000 })
    expect(LIMITS.billing).toMatchObject({
      freeDevices: 5,
      extraDeviceFen: 100,
      reminderDays: [30, 15],
      voucherDays: 90,
    })
  })

  it('of pages and of what a person sees move, sections 2 and 9', () => {
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
    expect(LIMITS.statistics.periodsDays).toEqual([7, 14, 21, 28])
    expect(TIME_FORMATS).toEqual(['yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss'])
  })

  it('of time zones are 1 to 100 without 89, section 3', () => {
    expect(TIME_ZONES.map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_none, index) => index + 1).filter((id) => id !== 89),
    )
  })
})
