// The campaigns of the demo, one in each state, with weeks of views, participants and first uses, and a blacklist with
// refused attempts. Campaigns, users and licenses go through the use cases of the calls. Nobody can visit a public page
// in the past, so the participations themselves are written as rows, all at once at the end.
import {
  DAY_MS,
  DEFAULT_TIME_ZONE,
  HOUR_MS,
  activityCalls,
  blacklistCalls,
  momentOf,
  pcLicenseCalls,
  userCalls,
} from '@sealwright/contract'
import type { PromotionMethod } from '@sealwright/contract'
import { createDice } from './dice.ts'
import type { Day, Story } from './story.ts'
import { writeVisits } from './visits.ts'
import type { Joined, Viewed } from './visits.ts'
import type { TemplateKey, Words } from './words/index.ts'

interface Told {
  key: keyof Words['campaigns']
  template: TemplateKey
  places: number
  days: number
  /** How many days ago it was published, starts and ends. Negative: in the future. */
  published?: number
  starts: number
  ends: number
  isNewOnly?: boolean
  /** Participants of each day from the start, before weekends are taken off. */
  joins?: number[]
  becomes?: { ago: number; act: 'pause' | 'terminate' }
}

/** A rush at the launch that wears off, and a second one toward the end. */
const CAMPAIGNS: Told[] = [
  {
    key: 'launch',
    template: 'renderCloud',
    places: 60,
    days: 30,
    published: 77,
    starts: 75,
    ends: 45,
    joins: [34, 18, 12],
  },
  {
    key: 'pilot',
    template: 'biTaste',
    places: 500,
    days: 14,
    published: 61,
    starts: 60,
    ends: 20,
    joins: [9, 6, 5, 4],
    becomes: { ago: 52, act: 'terminate' },
  },
  {
    key: 'spring',
    template: 'renderCloud',
    places: 400,
    days: 15,
    published: 23,
    starts: 22,
    ends: -14,
    joins: [28, 20, 14, 11, 9, 8, 7, 6, 6, 5, 6, 5, 5, 6, 5, 4, 5, 6, 5, 6, 5],
  },
  {
    key: 'school',
    template: 'biTaste',
    places: 200,
    days: 14,
    published: 19,
    starts: 18,
    ends: -21,
    isNewOnly: true,
    joins: [11, 8, 6, 4],
    becomes: { ago: 8, act: 'pause' },
  },
  {
    key: 'summer',
    template: 'renderCloud',
    places: 300,
    days: 30,
    published: 2,
    starts: -6,
    ends: -48,
  },
  {
    key: 'loyal',
    template: 'biTaste',
    places: 100,
    days: 30,
    starts: -10,
    ends: -40,
  },
]

const PRICE_A_DAY = 10

type CampaignStory = Pick<Story, 'developerId' | 'finishTask' | 'ground' | 'make' | 'present' | 'templateOf' | 'words'>

export function campaignDays(story: CampaignStory): Day[] {
  const { make, present, words } = story
  const dice = createDice(20_26)
  const days: Day[] = []
  const joined: Joined[] = []
  const viewed: Viewed[] = []
  const surnameOf = (n: number) => words.surnames[n % words.surnames.length]?.[0] ?? ''
  const at = (ago: number) => new Date(present.getTime() - ago * DAY_MS)
  /** A campaign takes whole days, so that its first participants come after its start. */
  const dayOf = (ago: number) => at(ago).toISOString().slice(0, '2027-01-31'.length)
  const wayOf = (link: string): PromotionMethod => (dice.isLucky(words.printed.test(link) ? 0.8 : 0.2) ? 'qr' : 'link')

  for (const told of CAMPAIGNS) {
    const { name, introduction, links: linkNames } = words.campaigns[told.key]
    let campaign = ''
    let links: { guid: string; name: string }[] = []
    let people: string[] = []
    const isWeekend = (ago: number) => [0, 6].includes(at(ago).getUTCDay())
    // Fewer people come at weekends.
    const joins = (told.joins ?? []).map((count, index) =>
      isWeekend(told.starts - index) ? Math.ceil(count * 0.55) : count,
    )

    async function create() {
      const [made] = await make(activityCalls.create, [
        {
          name,
          startTime: momentOf(dayOf(told.starts), 'start', DEFAULT_TIME_ZONE).toISOString(),
          endTime: momentOf(dayOf(told.ends), 'end', DEFAULT_TIME_ZONE).toISOString(),
          maxParticipants: told.joins && told.places <= 60 ? joins.reduce((sum, n) => sum + n, 0) : told.places,
          templateGuid: story.templateOf(told.template),
          licenseDays: told.days,
          introduction,
          userScope: told.isNewOnly ? 1 : 2,
          links: linkNames.map((link) => ({ name: link })),
        },
      ])
      campaign = made?.guid ?? ''
      if (told.published === undefined) return
      await make(activityCalls.publish, [{ guid: campaign }])
      const [found] = await make(activityCalls.get, [{ guid: campaign }])
      links = found?.links ?? []
    }

    /** The users who will take part. When they did is written at the end. */
    async function register() {
      const count = joins.reduce((sum, n) => sum + n, 0)
      const part = String(CAMPAIGNS.indexOf(told))
      const accounts = Array.from({ length: count }, (_, n) =>
        dice.isLucky(0.35)
          ? words.mobileOf(part, String(1_000_000 + n * 7_919).slice(-7))
          : `${dice.oneOf(words.visitors)}${part}${n + 100}@visitor.example`,
      )
      // Not everybody tells a name.
      const nameOf = (n: number) =>
        n % 4 === 3 ? '' : words.fullName(surnameOf(n * 7), words.given[(n * 11) % words.given.length] ?? '')
      const rows = accounts.map((account, n) => `${account},${nameOf(n)}`)
      const file = new File([['account,userName', ...rows].join('\n')], `${name}.csv`)
      const [task] = await make(userCalls.import, [{ file, needActivation: false }])
      if (task) await story.finishTask(task.taskId)
      for (let from = 0; from < accounts.length; from += 100) {
        const [known] = await make(userCalls.findByAccounts, [{ accounts: accounts.slice(from, from + 100) }])
        people.push(...(known ?? []).map(({ guid }) => guid))
      }
    }

    /** A day of the campaign: views of each link, and the participants. */
    async function oneDay(index: number, count: number) {
      const ago = told.starts - index
      const opening = Math.floor(at(ago).getTime() / DAY_MS) * DAY_MS + HOUR_MS
      const momentOf = () => new Date(Math.min(opening + dice.between(0, 12 * HOUR_MS), present.getTime() - HOUR_MS))
      for (const { guid: link, name: linkName } of links) {
        const views = Math.round(((count + 1) * dice.between(5, 9)) / links.length)
        for (const via of ['link', 'qr'] as const) {
          const isUsual = wayOf(linkName) === via
          const some = Math.round(views * (isUsual ? 0.75 : 0.25))
          if (some > 0) viewed.push({ campaign, link, at: new Date(opening), via, count: some })
        }
      }
      const userIds = people.splice(0, count)
      if (userIds.length === 0) return
      const payload = { kind: 'account' as const, templateGuids: [story.templateOf(told.template)], userIds }
      const [issued] = await make(pcLicenseCalls.issue, [{ ...payload, changes: { licDuration: told.days } }])
      for (const { guid: license } of issued?.licenses ?? []) {
        const link = dice.oneOf(links)
        const joinedAt = momentOf()
        const usedAt = new Date(joinedAt.getTime() + dice.between(HOUR_MS / 4, 3 * DAY_MS))
        const isOnline = !words.printed.test(link.name)
        joined.push({
          campaign,
          link: link.guid,
          license,
          via: wayOf(link.name),
          isNew: told.isNewOnly === true || dice.isLucky(0.8),
          code: isOnline && dice.isLucky(0.4) ? dice.between(1, words.spreadCodes.length) : null,
          keyword:
            isOnline && dice.isLucky(0.25) ? words.spreadCodes.length + dice.between(1, words.keywords.length) : null,
          costFen: told.days * PRICE_A_DAY,
          joinedAt,
          usedAt: dice.isLucky(0.6) && usedAt < present ? usedAt : null,
        })
      }
    }

    days.push({ ago: told.published ?? 1, act: create })
    if (joins.length > 0) days.push({ ago: told.starts, act: register })
    joins.forEach((count, index) => days.push({ ago: told.starts - index, act: () => oneDay(index, count) }))
    const { becomes } = told
    if (becomes) days.push({ ago: becomes.ago, act: () => make(activityCalls[becomes.act], [{ guid: campaign }]) })
  }

  days.push({
    ago: 25,
    act: () =>
      make(blacklistCalls.addBlacklist, [
        { kind: 'mailDomain', values: ['tempmail.example', 'throwaway.example'], reason: words.blocked.domains },
        { kind: 'network', values: ['203.0.113.0/24'], reason: words.blocked.network },
        { kind: 'phonePrefix', values: ['1700'], reason: words.blocked.prefix },
        { kind: 'account', values: ['collector@freelance.example'], reason: words.blocked.account },
      ]),
  })
  days.push({ ago: 0, act: () => writeVisits(story, joined, viewed) })
  return days
}
