// Taking part in a campaign: what visitors get, and what the developer has afterwards.
import { pcLicenseCalls } from '@sealwright/contract'
import { PLACE_FEN, createGuest, createTestCenter, createVendor, openCampaign, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center)
})
afterAll(() => center.close())

describe('a participation', () => {
  it('registers the account, adds the user, issues and charges one license', async () => {
    const campaign = await openCampaign(center, vendor)
    const guest = createGuest(center, campaign.token)
    const joined = await guest.takePart({ via: 'qr', spreadCode: 'wx', keyword: '星图' })
    expect(joined).toMatchObject({ account: guest.account, isNew: true, wasJoined: false, productName: '星图' })
    console.log(joined, PLACE_FEN)
    expect(await campaign.get()).toMatchObject({ taken: 1 })
    expect((await refused(guest.join({ password: 'wrong-one' }))).error).toBe('identity.loginFailed')
    expect(await guest.join()).toMatchObject({ wasJoined: true, serial: joined.serial })
    const { rows } = await vendor.call(pcLicenseCalls.find, { kind: 'account', source: 'campaign' })
    expect(rows).toHaveLength(1)
  })
})
