// The HTTP surface of a center: the server with its pages, the calls of the console and of the desk, the runtime calls
// of programs, and the open API. Every call finds its use case in the bindings of the domains.
import { CALLS, DESK_CALLS, LIMITS } from '@sealwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Captcha } from '../domains/captcha/index.ts'
import { languageOf } from '../domains/developer/index.ts'
import { createCodeMask } from '../domains/license/index.ts'
import type { DeskBinding } from '../kernel/desk.ts'
import type { Binding } from '../kernel/http/context.ts'
import { registerDeskCalls } from '../kernel/http/desk-calls.ts'
import { registerOpenCalls } from '../kernel/http/open-calls.ts'
import { registerProgramCalls } from '../kernel/http/program-calls.ts'
import { networkOf } from '../kernel/http/rate-limit.ts'
import { registerCalls } from '../kernel/http/register-calls.ts'
import { createServer } from '../kernel/http/server.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Desk } from './desk.ts'
import { CONSOLE_DIR, VERSION } from './files.ts'
import type { Ground } from './ground.ts'
import type { Licensing } from './licensing.ts'
import type { CenterOptions, Shared } from './options.ts'
import type { People } from './people.ts'
import type { Watch } from './watch.ts'
import type { Work } from './work.ts'

/** Codes of licenses and lent seats. */
const CODE_LENGTHS = [LIMITS.license.codeLength, LIMITS.lending.codeLength]

interface Answering {
  bindings: readonly Binding[]
  deskBindings: readonly DeskBinding[]
  captcha: Captcha
  watch: Watch
  licensing: Licensing
  people: People
  work: Work
  desk: Desk
}

/** Whether the database answers with the schema of this version, and the jobs run. */
async function readiness({ database, jobs, migrations }: Ground, { opening }: CenterOptions) {
  const applied = await database.owner.query<{ n: number }>('select count(*)::int as n from migration').then(
    ({ rows }) => rows[0]?.n,
    () => undefined,
  )
  const answers = await database.app.query('select 1').then(
    () => true,
    () => false,
  )
  return {
    database: answers,
    migrations: applied === migrations,
    jobs: jobs.isRunning() || opening?.isOpen() === false,
  }
}

export async function composeSurface(
  shared: Shared,
  { bindings, deskBindings, captcha, watch, licensing, people, work, desk }: Answering,
  options: CenterOptions,
): Promise<FastifyInstance> {
  const { config, database, clock, ids, box, log, languages, rateLimit, settings } = shared
  const { billing, runtime } = licensing
  const { identity, accessKey } = people
  const { campaign } = work
  const { observe } = watch.metrics
  const { callsPerMinute, publicUrl } = config
  const isTooMany = ({ ip }: FastifyRequest) => rateLimit.take(networkOf(ip), callsPerMinute) > 0
  const admit = (request: FastifyRequest) => {
    if (isTooMany(request)) throw new Refusal('platform.tooFrequent', { params: { seconds: 60 } })
  }
  const mask = createCodeMask(CODE_LENGTHS)
  const calling = { database, clock, ids, box, mask, languages, rateLimit, callsPerMinute, publicUrl, observe }

  const app = await createServer({
    log,
    languages,
    calls: config.desk ? [...CALLS, ...DESK_CALLS] : CALLS,
    isDeskOpen: desk.isOpen,
    face: settings.face,
    onRefusal: watch.tally.refused,
    version: VERSION,
    trustProxy: config.trustProxy,
    limits: config,
    publicUrl,
    consoleDir: 'consoleDir' in options ? options.consoleDir : CONSOLE_DIR,
    previewed: [{ ...campaign.page, isTooMany }],
    opening: options.opening,
    isReady: () => readiness(shared, options),
    addCalls(surface) {
      registerCalls(surface, CALLS, bindings, {
        ...calling,
        findCaller: desk.findCaller,
        findPerson: identity.findPerson,
        takeNotice: identity.takeNotice,
        captcha: captcha.gate,
      })
      campaign.oneClick(surface, admit)
      desk.center.routes(surface, admit)
      if (config.desk)
        registerDeskCalls(surface, DESK_CALLS, deskBindings, {
          ...calling,
          languageOf: (db, developerId) => languageOf(db, developerId, languages),
          findOperator: desk.operator.findOperator,
          isAllowed: desk.isOpen,
        })
      billing.routes(surface, { findCaller: identity.findCaller, rateLimit, callsPerMinute, publicUrl })
    },
  })
  await registerProgramCalls(app, CALLS, runtime.programs, { clock, languages, observe, prove: runtime.prove })
  await registerOpenCalls(app, bindings, {
    ...calling,
    callsPerKey: options.openApi?.callsPerMinute ?? LIMITS.accessKey.callsPerMinute,
    keys: accessKey.keys,
    captcha: captcha.gate,
  })
  return app
}
