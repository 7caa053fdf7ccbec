// A developer with a running campaign, and visitors who take part through its public calls. The template costs 0.10
// yuan a day, so a place of 30 days costs 3 yuan.
import { randomInt, randomUUID } from 'node:crypto'
import { DAY_MS, activityCalls, campaignVisitCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import type { Actor, TestCenter } from './center.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import type { Vendor } from './vendor.ts'

type Created = PayloadOf<typeof activityCalls.create>

/** What one place of `openCampaign` costs. */
export const PLACE_FEN = 300

/** A template whose terms campaigns can change. */
export const campaignTemplate = (vendor: Vendor, given: Parameters<Vendor['pcTemplate']>[1] = {}) =>
  vendor.pcTemplate('account', { billingMode: 'day', isForever: false, licDuration: 7, canModify: true, ...given })

export function campaignPayload(
  { clock }: Pick<TestCenter, 'clock'>,
  templateGuid: string,
  given: Partial<Created> = {},
): Created {
  const now = clock.now().getTime()
  return {
    name: `活动 ${randomUUID().slice(0, 8)}`,
    startTime: new Date(now - DAY_MS).toISOString(),
    endTime: new Date(now + 30 * DAY_MS).toISOString(),
    maxParticipants: 10,
    templateGuid,
    licenseDays: 30,
    links: [{ name: '微信' }],
    ...given,
  }
}

export interface OpenCampaign {
  guid: string
  /** The token of its first link. */
  token: string
  get(): Promise<Awaited<ReturnType<typeof getCampaign>>>
}

const getCampaign = (by: Actor, guid: string) => by.call(activityCalls.get, { guid })

const templates = new WeakMap<Vendor, Promise<string>>()

/** One template for all campaigns of a vendor that name none. Tests that change a template make their own. */
function sharedTemplate(vendor: Vendor): Promise<string> {
  const made = templates.get(vendor) ?? campaignTemplate(vendor)
  templates.set(vendor, made)
  return made
}

/** Creates a campaign and publishes it. */
export async function openCampaign(
  center: Pick<TestCenter, 'clock'>,
  vendor: Vendor,
  given: Partial<Created> = {},
  by: Actor = vendor,
): Promise<OpenCampaign> {
  const templateGuid = given.templateGuid ?? (await sharedTemplate(vendor))
  const { guid } = await by.call(activityCalls.create, campaignPayload(center, templateGuid, given))
  await by.call(activityCalls.publish, { guid })
  const [link] = (await getCampaign(by, guid)).links
  return { guid, token: link?.url.split('/').at(-1) ?? '', get: () => getCampaign(by, guid) }
}

export const newAddress = () => `visitor-${randomUUID()}@test.example`
export const newMobile = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Opens an account with the password of the tests. It belongs to no developer. */
export async function openAccount(center: TestCenter, account = newAddress(), passwordHash = PASSWORD_HASH) {
  const column = account.includes('@') ? 'email' : 'mobile'
  await center.ground.database.owner.query(
    `insert into account (id, ${column}, password_hash, locale, activated_at, created_at)
     values ($1, $2, $3, 'zh', $4, $4)`,
    [randomUUID(), account, passwordHash, center.clock.now()],
  )
  return account
}

/** A visitor of a link with a browser of their own. */
export function createGuest(center: TestCenter, token: string, account = newAddress(), network?: string) {
  const browser = center.browser(network === undefined ? {} : { network })
  const where = { link: token }
  const guest = {
    account,
    browser,
    visit: (given: Partial<PayloadOf<typeof campaignVisitCalls.visit>> = {}) =>
      browser.call(campaignVisitCalls.visit, { ...where, ...given }),
    sendCode: (given: Partial<PayloadOf<typeof campaignVisitCalls.sendCode>> = {}) =>
      browser.call(campaignVisitCalls.sendCode, { ...where, account, ...given }),
    /** Takes part with the code of the newest message, or with a given one. */
    register: async (given: Partial<PayloadOf<typeof campaignVisitCalls.register>> = {}) =>
      browser.call(campaignVisitCalls.register, {
        ...where,
        account,
        verifyCode: given.verifyCode ?? (await center.message(account)).code,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        acceptTerms: true,
        ...given,
      }),
    join: (given: Partial<PayloadOf<typeof campaignVisitCalls.join>> = {}) =>
      browser.call(campaignVisitCalls.join, { ...where, account, password: PASSWORD, ...given }),
    /** Asks for a code and takes part with it. */
    async takePart(given: Partial<PayloadOf<typeof campaignVisitCalls.register>> = {}) {
      await guest.sendCode()
      return guest.register(given)
    },
  }
  return guest
}
