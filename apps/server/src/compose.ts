// Wires the kernel and the domains into one center. It contains no business rules. Where a lower domain calls an upper
// one, it declares a port, and the files in compose/ connect the two: each composes a group of domains from the ground
// up. This file shows their order, and what the center answers.
import type { FastifyInstance } from 'fastify'
import { composeBackground } from './compose/background.ts'
import { composeDesk } from './compose/desk.ts'
import type { Ground } from './compose/ground.ts'
import { composeLicensing } from './compose/licensing.ts'
import type { Licensing } from './compose/licensing.ts'
import type { CenterOptions, Shared } from './compose/options.ts'
import { composePeople } from './compose/people.ts'
import type { People } from './compose/people.ts'
import { composeSurface } from './compose/surface.ts'
import { composeWatch } from './compose/watch.ts'
import type { Watch } from './compose/watch.ts'
import { composeWork } from './compose/work.ts'
import type { Work } from './compose/work.ts'
import { CAPTCHA_VARIABLE, baseUrlOf } from './config.ts'
import { createCaptcha } from './domains/captcha/index.ts'
import type { Captcha } from './domains/captcha/index.ts'
import { createConfig } from './domains/config/index.ts'
import { createDashboard } from './domains/dashboard/index.ts'
import { createMailing } from './domains/email-template/index.ts'
import { createStatistics } from './domains/statistics/index.ts'
import { createTaskQueue } from './domains/task/index.ts'
import type { DeskBinding } from './kernel/desk.ts'
import type { Binding } from './kernel/http/context.ts'
import { createRateLimit } from './kernel/http/rate-limit.ts'
import type { Metrics } from './kernel/metrics.ts'

export { layGround } from './compose/ground.ts'
export type { Ground } from './compose/ground.ts'
export type { CenterOptions } from './compose/options.ts'

export interface Center {
  app: FastifyInstance
  metrics: Metrics
  bindings: readonly Binding[]
  deskBindings: readonly DeskBinding[]
  findMember: People['findMember']
  captcha: Captcha
  task: Work['task']
  billing: Pick<Licensing['billing'], 'jobs' | 'takeCallback'>
  /** The operations on licenses that come from devices, approval flows and jobs. */
  license: Pick<Licensing['license'], 'requests' | 'bind' | 'jobs'>
  /** The requests of dongles. */
  dongles: Pick<Licensing['dongle']['dongles'], 'contact'>
  approval: Pick<Work['approval'], 'jobs'>
  reminder: Work['reminder']
  runtime: Pick<Licensing['runtime'], 'jobs' | 'start' | 'stop'>
  /** Writes the counts of calls of access keys, as happens every few seconds. */
  flushUses(): Promise<void>
  webhook: Pick<Work['webhook'], 'jobs' | 'worker'>
  health: Pick<Watch['health'], 'jobs' | 'beat' | 'noteLedger'>
  /** Starts the jobs and the sealer. Tests that only make calls do not need them. */
  startBackground(): Promise<void>
  close(): Promise<void>
}

/** The port that the server listens on. If 0 is configured, this is the port that was free. */
function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

export async function composeCenter(ground: Ground, options: CenterOptions = {}): Promise<Center> {
  const { config, database, clock, ids, box, languages, jobs, settings } = ground
  const shared: Shared = {
    ...ground,
    baseUrl: () => baseUrlOf(config, portOf(app)),
    isDemo: options.isDemo ?? (() => false),
    mailing: createMailing({ languages }),
    queue: createTaskQueue({ jobs }),
    rateLimit: createRateLimit(() => performance.now()),
  }
  const watch = composeWatch(ground, options)
  const { health, metrics, operationLog, tally, verifyLog } = watch
  const isCaptchaGiven = config.given.includes(CAPTCHA_VARIABLE)
  const captchaUrls = () => (isCaptchaGiven ? null : settings.known().captcha_urls) ?? config.captchaUrls
  const captcha = createCaptcha(
    { database, clock, ids, key: box.derive('captcha'), urls: captchaUrls, onFailure: tally.captchaFailed },
    options.captcha,
  )

  const licensing = composeLicensing(
    shared,
    {
      noteLedgerProblems: (problems) => health.noteLedger(problems),
      startTask: (scope, guid, kinds) => work.task.startOf(scope, guid, kinds),
    },
    options,
  )
  const { billing, codePage, dongle, lending, license, product, runtime, template } = licensing
  const people = composePeople(shared, {
    billing,
    product,
    endVisit: (visit, now) => desk.operator.endVisit(visit, now),
  })
  const { access, accessKey, customer, developer, findMember, identity, integrator } = people
  const work = composeWork(shared, licensing, people, options)
  const { approval, campaign, emailTemplate, message, reminder, sender, task, webhook } = work
  const desk = composeDesk(shared, { billing, identity, emailTemplate, verifyLog, isCaptchaGiven })
  const { center, developerDesk, feedback, operator } = desk
  const statistics = createStatistics({ database, clock })
  const dashboard = createDashboard({
    approval,
    customer,
    dongle,
    license,
    operationLog,
    product,
    statistics,
    template,
  })

  const bindings = [
    captcha,
    identity,
    access,
    integrator,
    sender,
    emailTemplate,
    developer,
    product,
    template,
    customer,
    license,
    approval,
    campaign,
    lending,
    runtime,
    dongle,
    codePage,
    billing,
    task,
    message,
    operationLog,
    dashboard,
    feedback,
    accessKey,
    webhook,
    statistics,
    createConfig(),
    center,
  ].flatMap((domain) => domain.bindings)
  const deskBindings: DeskBinding[] = [
    operator,
    center,
    dongle,
    developerDesk,
    emailTemplate,
    feedback,
    message,
    desk.mail,
    health,
    billing,
  ].flatMap((domain) => domain.deskBindings)

  const app = await composeSurface(
    shared,
    { bindings, deskBindings, captcha, watch, licensing, people, work, desk },
    options,
  )
  return {
    app,
    metrics,
    bindings,
    deskBindings,
    findMember,
    captcha,
    task,
    billing,
    license,
    dongles: dongle.dongles,
    approval,
    reminder,
    runtime,
    webhook,
    flushUses: accessKey.flush,
    health,
    ...composeBackground(ground, { app, captcha, statistics, licensing, people, watch, work }),
  }
}
