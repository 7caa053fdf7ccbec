// Loads the demo into an empty database: a year in the life of a developer, told day by day, and a trial developer.
// A row of the platform's settings marks the beginning and the end, so that a load that was cut short is noticed.
import type { Locale } from '@sealwright/contract'
import type { Ground } from '../compose/ground.ts'
import { welcomeFormal } from '../domains/billing/index.ts'
import { isEmpty } from '../domains/developer/developer.queries.ts'
import { foundDeveloper } from '../domains/developer/index.ts'
import { expireLicenses } from '../domains/dongle/contact/purge.queries.ts'
import { hashPassword } from '../domains/identity/index.ts'
import { DEMO_ACCOUNT } from './accounts.ts'
import { approvalDays } from './approvals.ts'
import { campaignDays } from './campaigns.ts'
import { catalogOf } from './catalog.ts'
import { addCurves } from './curves.ts'
import { deskDays } from './desk.ts'
import { dongleDays } from './dongles.ts'
import { feedbackDays } from './feedback.ts'
import { integrationOf } from './integration.ts'
import { lendingDays } from './lending.ts'
import { licenseStory } from './licenses.ts'
import { mailDays } from './mails.ts'
import { demoMessages } from './messages.ts'
import { moneyDays, setPrices } from './money.ts'
import { offlineDays } from './offline.ts'
import { actsOf, openPast } from './past.ts'
import type { Past } from './past.ts'
import { peopleOf } from './people.ts'
import { programDays } from './programs.ts'
import { addSenders } from './senders.ts'
import type { Day, Story } from './story.ts'
import { trialDays } from './trial.ts'
import { WORDS } from './words/index.ts'

const FIRST_DAY = 330
/** More licenses than the demo has. */
const ALL = 1_000_000
const MARK = "insert into platform_setting (key, value) values ('demo', $1) on conflict (key) do update set value = $1"

export class UnfinishedDemo extends Error {
  override name = 'UnfinishedDemo'
}

type Mark = 'loading' | 'on'

async function readMark({ database }: Ground): Promise<Mark | undefined> {
  const { rows } = await database.owner.query<{ value: Mark }>("select value from platform_setting where key = 'demo'")
  return rows[0]?.value
}

export const hasDemo = async (ground: Ground) => (await readMark(ground)) === 'on'

/** Processes on one database take turns. Refuses a demo whose load was cut short. */
async function inTurn(ground: Ground, work: () => Promise<void>): Promise<void> {
  const holder = await ground.database.owner.connect()
  try {
    await holder.query("select pg_advisory_lock(hashtext('sealwright demo'))")
    if ((await readMark(ground)) === 'loading')
      throw new UnfinishedDemo(
        'an earlier start stopped while it loaded the demo. ' +
          'Delete the data folder, or empty the database of DATABASE_URL, and start again.',
      )
    await work()
  } finally {
    // The lock ends with the connection.
    holder.release(true)
  }
}

/** Waits for a load by another process. Refuses a demo whose load was cut short. */
export async function requireWholeDemo(ground: Ground): Promise<void> {
  if ((await readMark(ground)) === 'loading') await inTurn(ground, async () => undefined)
}

export interface DemoOptions {
  /** The password of all demo accounts. */
  password: string
  language: Locale
  /** Called with the completed part, from 0 to 1. */
  onProgress?: ((done: number) => void) | undefined
}

/** Loads the demo if the database is empty. */
export async function loadDemo(present: Ground, options: DemoOptions): Promise<void> {
  const { owner, asOwner } = present.database
  await inTurn(present, async () => {
    if (!(await asOwner(isEmpty))) return
    await owner.query(MARK, ['loading'])
    const past = await openPast(present, FIRST_DAY)
    try {
      await tell(past, options)
    } finally {
      await past.close()
    }
    await owner.query(MARK, ['on'])
  })
}

async function tell(past: Past, { password, language, onProgress }: DemoOptions): Promise<void> {
  const { ground, center, start, goTo, inLane } = past
  const { database, clock, ids } = ground
  const words = WORDS[language]
  const passwordHash = await hashPassword(password)
  const demo = await foundDeveloper(ground, {
    name: words.developer,
    status: 'formal',
    account: DEMO_ACCOUNT,
    passwordHash,
    userName: words.person,
    locale: language,
  })
  if (!demo) throw new Error('the account of the demo exists')
  const { developerId, accountId } = demo
  await database.asOwner((db) => welcomeFormal({ db, ids, now: clock.now() }, developerId))
  await setPrices(past, developerId, words)
  const caller = await center.findMember(developerId, accountId, clock.now())
  const serviceUntil = caller?.developer.serviceUntil
  if (!caller || !serviceUntil) throw new Error("the demo's super administrator cannot sign in")

  const base = {
    ...actsOf(past, { caller, developerId, language }),
    words,
    ground,
    developerId,
    present: start,
    now: () => clock.now(),
  }
  const catalog = catalogOf(base)
  const people = peopleOf(base, past, { passwordHash, language, catalog })
  const known = { ...base, ...people, templateOf: catalog.templateOf }
  const licenses = licenseStory(known)
  const story: Story = { ...known, unused: licenses.unused }
  const watch = async () => {
    for (const job of center.approval.jobs) await job.run({}, { isLast: true })
  }
  const integration = integrationOf(story, catalog)
  const days = [
    ...catalog.days,
    ...people.days,
    ...moneyDays(story, past, serviceUntil),
    ...programDays(story),
    ...lendingDays(story),
    ...offlineDays(story),
    ...integration.days,
  ]
  // These live beside everything else, but never ahead of it. This is faster: the database and this process work in
  // parallel.
  const beside = [
    dongleDays(story, past),
    [...trialDays(story, past, { passwordHash, language }), ...feedbackDays(story), ...mailDays(story, language)],
  ]
  // These move money, so they live each day side by side, and none falls behind: an entry of the ledger is at least as
  // late as the one before it, whatever the date of its order.
  const paying = [
    licenses.days,
    campaignDays(story),
    [...approvalDays({ ...story, watch }), ...deskDays(story, past, { passwordHash, language })],
  ]
  const progress = createProgress()
  const acts = [days, ...beside, ...paying].reduce((sum, { length }) => sum + length, 0)
  let told = 0
  const live = async (of: readonly Day[], before?: (ago: number) => Promise<void>) => {
    for (const { ago, act } of of) {
      await before?.(ago)
      goTo(ago)
      await act()
      told += 1
      onProgress?.(told / acts)
    }
  }
  async function liveByDay() {
    for (let today = FIRST_DAY; today >= 0; today -= 1) {
      // The order within a day matters: as listed.
      const ofToday = (of: readonly Day[]) => of.filter(({ ago }) => ago === today)
      await live(ofToday(days))
      progress.reach(today - 1)
      await Promise.all(paying.map((of) => inLane(() => live(ofToday(of)))))
    }
  }
  const liveBeside = (of: readonly Day[]) =>
    live(
      of.toSorted((one, other) => other.ago - one.ago),
      progress.until,
    )
  await Promise.all([liveByDay(), ...beside.map((of) => inLane(() => liveBeside(of)))])
  if (told < acts) throw new Error('an act of the demo is before its first day')
  goTo(0)
  await integration.settle()
  await addSenders(story)
  // Jobs would have noted these ends in the past. The curves count the licenses that are left.
  for (const job of center.license.jobs) await job.run({}, { isLast: true })
  await expireLicenses(database.owner, clock.now(), ALL)
  await addCurves(database.owner, { developerId, now: clock.now() })
  await demoMessages(story, accountId)
}

/** How far the days have come. */
function createProgress() {
  let at = Number.POSITIVE_INFINITY
  let waiting: { ago: number; go: () => void }[] = []
  return {
    reach(ago: number) {
      at = ago
      for (const one of waiting) if (at < one.ago) one.go()
      waiting = waiting.filter((one) => at >= one.ago)
    },
    /** Resolves when that day has passed. */
    until: (ago: number) => (at < ago ? Promise.resolve() : new Promise<void>((go) => waiting.push({ ago, go }))),
  }
}
