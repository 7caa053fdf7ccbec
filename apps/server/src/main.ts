// The server process. It starts configuration, database, migrations, demo, background work and HTTP in this order, and
// stops HTTP, background work and database in this order. Without a language, the demo waits for its first visitor. A
// signal stops it; running calls still get their answers.
import type { Locale } from '@sealwright/contract'
import pino from 'pino'
import { reasonOf } from './complaint.ts'
import { composeCenter } from './compose.ts'
import type { Center } from './compose.ts'
import { layGround } from './compose/ground.ts'
import type { Ground } from './compose/ground.ts'
import { baseUrlOf, isReachable, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openHome } from './data-folder.ts'
import type { DatabaseHome } from './data-folder.ts'
import {
  DEMO_ACCOUNT,
  STAFF_ACCOUNT,
  TRIAL_ACCOUNT,
  hasDemo,
  loadDemo,
  makePassword,
  openAtFirstVisit,
  requireWholeDemo,
} from './demo/index.ts'
import { isEmpty } from './domains/developer/developer.queries.ts'
import { hasOperator, makeFirstLink } from './domains/operator/index.ts'

const STOP_WITHIN_MS = 20_000

function say(line = '') {
  process.stdout.write(`${line}\n`)
}

function complain(error: unknown): never {
  process.stderr.write(`Sealwright did not start: ${reasonOf(error)}\n`)
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env, process.stderr.isTTY)
  const log = pino(
    { level: config.logLevel, base: null, redact: ['req.headers.cookie', 'req.headers["x-session-id"]'] },
    pino.destination({ fd: 2, sync: false }),
  )
  let home: DatabaseHome | undefined
  let ground: Ground | undefined
  let center: Center | undefined
  let opening: ReturnType<typeof openAtFirstVisit> | undefined
  let isStopping = false

  async function stop(exitCode: number) {
    if (isStopping) return
    isStopping = true
    // After this time something hangs, so end the process anyway.
    setTimeout(() => process.exit(exitCode || 1), STOP_WITHIN_MS).unref()
    try {
      // Half a demo is of no use.
      await opening?.settled()
      await center?.close()
      await ground?.close()
      await home?.close()
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'an error occurred while stopping')
    }
    process.exit(exitCode)
  }
  process.once('SIGTERM', () => void stop(0))
  process.once('SIGINT', () => void stop(0))

  try {
    home = await openHome(config, log, (error) => {
      log.fatal({ err: error }, 'the embedded database ended unexpectedly')
      void stop(1)
    })
    ground = await layGround(config, home.url, log)
    await requireWholeDemo(ground)
    const demo = await demoToLoad(config, ground)
    const { demoLanguage } = config
    if (demo && demoLanguage) await demo.load(demoLanguage)
    let isDemo = await hasDemo(ground)
    if (demo && !demoLanguage)
      opening = openAtFirstVisit(ground.languages, async (language, onProgress) => {
        try {
          await demo.load(language, onProgress)
          isDemo = true
          await center?.startBackground()
        } catch (error) {
          log.fatal({ err: error }, 'the demo was not loaded')
          void stop(1)
          throw error
        }
      })
    center = await composeCenter(ground, { isDemo: () => isDemo, opening })
    if (config.captchaUrls.length === 0) log.warn('the captcha is off: SEALWRIGHT_CAPTCHA_URLS is empty')
    if (!opening) await center.startBackground()
    const metricsPort = await center.metrics.listen(config.metricsPort, { orNext: !config.isMetricsPortAsked })
    const address = await center.app.listen({ port: config.port, host: config.host })
    say()
    say(`  Sealwright is ready at ${config.publicUrl ?? address.replace('127.0.0.1', 'localhost')}`)
    if (demo) {
      say(`  Sign in as  ${DEMO_ACCOUNT}  (its staff: ${STAFF_ACCOUNT}; a trial developer: ${TRIAL_ACCOUNT})`)
      say(`  Password    ${config.demoPassword === undefined ? demo.password : 'the one in SEALWRIGHT_DEMO_PASSWORD'}`)
      if (opening) say('  Demo        loaded at the first visit, in the language of the browser; takes some seconds')
    } else if (isDemo) {
      say(`  Sign in as  ${DEMO_ACCOUNT}  with the password shown at the first start;`)
      say(`  a new one:  npm run platform -- reset-password ${DEMO_ACCOUNT}`)
    }
    if (config.desk) for (const line of await deskLines(config, ground, address)) say(line)
    if (config.captchaUrls.length === 0)
      say('  Captcha     OFF: SEALWRIGHT_CAPTCHA_URLS is empty, so scripts can guess passwords')
    if (!config.isMetricsPortAsked && metricsPort !== config.metricsPort)
      say(`  Metrics     on port ${metricsPort}, because port ${config.metricsPort} is taken`)
    say(`  Database    ${home.isEmbedded ? `embedded, in ${config.dataDir}` : 'from DATABASE_URL'}`)
    say()
  } catch (error) {
    // A signal during the start has closed what the start needs. That stop ends the process.
    if (isStopping) return
    await center?.close().catch(() => undefined)
    await ground?.close().catch(() => undefined)
    await home?.close().catch(() => undefined)
    complain(error)
  }
}

/** How to reach the platform desk: on a fresh center, by a link for the first operator. */
async function deskLines(config: Config, { database, ids, clock }: Ground, address: string): Promise<string[]> {
  const baseUrl = baseUrlOf(config, Number(new URL(address).port))
  return database.asOwner(async (db) => {
    if (await hasOperator(db)) return [`  Platform    ${baseUrl}/platform`]
    const link = await makeFirstLink(db, { ids, now: clock.now(), baseUrl })
    return link === undefined
      ? ['  Platform    no operator yet; a link for the first one:  npm run platform -- create-operator']
      : ['  Platform    make the first operator with this link, which works once:', `              ${link}`]
  })
}

/** The demo, if it is wanted and not there yet. */
async function demoToLoad(config: Config, ground: Ground) {
  // If others can reach the server, known accounts are a risk, so the demo must be turned on explicitly.
  const isWanted = config.demo ?? !isReachable(config)
  if (!isWanted || !(await ground.database.asOwner(isEmpty))) return undefined
  const password = config.demoPassword ?? makePassword()
  const load = (language: Locale, onProgress?: (done: number) => void) =>
    loadDemo(ground, { password, language, onProgress })
  return { password, load }
}

start().catch(complain)
