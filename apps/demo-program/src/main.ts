// Sealwright Paint: a small program that demonstrates the SDK. It draws nothing. It prints its license, keeps a seat if
// the license has seats, validates every few seconds, and stops with the reason when it is refused. A real program
// validates once a day, which the SDK does in the background.
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { LicenseRefusal, Unreachable, createSealwright } from '@sealwright/sdk'
import type { FileRequest, Language, LeaseClaims, LicenseFile, Sealwright, Session } from '@sealwright/sdk'
import { renderUnicodeCompact } from 'uqr'
import { Mistake, readBuiltWith } from './built-with.ts'
import type { BuiltWith } from './built-with.ts'
import { openFromDongle, paintFromDongle, rowsOf } from './from-dongle.ts'
import { WORDS } from './words.ts'
import type { Words } from './words.ts'

const OPTIONS = {
  code: { type: 'string' },
  password: { type: 'string' },
  account: { type: 'string' },
  browser: { type: 'boolean' },
  product: { type: 'string' },
  seat: { type: 'boolean' },
  deactivate: { type: 'boolean' },
  request: { type: 'boolean' },
  import: { type: 'string' },
  unbind: { type: 'boolean' },
  qr: { type: 'boolean' },
  folder: { type: 'string', default: '.' },
  lending: { type: 'string' },
  borrow: { type: 'string' },
  return: { type: 'boolean' },
  dongle: { type: 'boolean' },
  'license-id': { type: 'string' },
  dongles: { type: 'string' },
  url: { type: 'string', default: `http://localhost:${process.env['SEALWRIGHT_PORT'] ?? 8080}` },
  keys: { type: 'string' },
  store: { type: 'string' },
  every: { type: 'string', default: '3' },
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const
const readOptions = () => parseArgs({ options: OPTIONS }).values
type Options = ReturnType<typeof readOptions>

const NAME = 'Sealwright Paint'
/** Exit codes, for shells and tests. */
const EXIT = { good: 0, mistake: 2, refused: 3, unreachable: 4 } as const
const SEAT_SECONDS = 60

const LANGUAGE: Language = new Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en'
let language = LANGUAGE
let words: Words = WORDS[language]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const shown = (moment: Date) =>
  moment.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-US', { dateStyle: 'medium', timeStyle: 'short' })

function describe(
  { code, account, end, expiresAt, products, seat }: LeaseClaims,
  session: Session | undefined,
): string {
  const rows: [string, string][] = [
    // A borrowed seat tells neither.
    ...(code === null ? [] : [[words.code, code.match(/.{1,4}/g)?.join('-') ?? ''] satisfies [string, string]]),
    ...(code !== null || account === null ? [] : [[words.account, account] satisfies [string, string]]),
    ...products.map(({ licenseId, modules }): [string, string] => [
      words.product,
      `${licenseId} · ${words.modules} ${modules.join(', ') || words.none}`,
    ]),
    [words.end, end ? shown(end) : words.never],
    ...(seat === null ? [[words.offline, shown(expiresAt)] satisfies [string, string]] : []),
    ...(seat !== null && !session ? [[words.borrowed, shown(expiresAt)] satisfies [string, string]] : []),
    ...(session && session.seats.limit !== null
      ? [[words.seats, `${session.seats.taken} / ${session.seats.limit}`] satisfies [string, string]]
      : []),
    [words.machine, hostname()],
  ]
  return table(rows)
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  // The ideographic space is as wide as a Chinese character and keeps the column straight.
  return rows
    .map(([label, value]) => `  ${styleText('dim', label.padEnd(width, language === 'zh' ? '\u3000' : ' '))}  ${value}`)
    .join('\n')
}

/** Prints why the program ends and returns the exit code. */
function complain(error: unknown): number {
  if (error instanceof LicenseRefusal) {
    say(`${styleText('red', '✗')} ${words.refused}: ${error.message} ${styleText('dim', `[${error.type}]`)}`)
    if (error.fix) say(`  ${error.fix}`)
    return EXIT.refused
  }
  if (!(error instanceof Unreachable)) throw error
  say(`${styleText('red', '✗')} ${error.message} ${styleText('dim', `[${error.type}]`)}`)
  return EXIT.unreachable
}

/** Saves a request file, and shows it as a QR code on demand. */
function save({ name, text }: LicenseFile, { folder, qr }: Options, next: string = words.handIn): number {
  const path = join(folder, name)
  writeFileSync(path, text)
  if (qr) say(renderUnicodeCompact(text))
  say(`${styleText('green', '✓')} ${words.saved} ${path}\n${styleText('dim', next)}`)
  return EXIT.good
}

/** The commands that do not start the program. Undefined if none was given. */
async function command(sealwright: Sealwright, options: Options): Promise<number | undefined> {
  const { code, password, account } = options
  if (options.request) {
    const by: FileRequest = {
      ...(code !== undefined && { code }),
      ...(password !== undefined && { password }),
      ...(account !== undefined && { account }),
    }
    const isNew = code !== undefined || account !== undefined
    return save(await (isNew ? sealwright.requestFile(by) : sealwright.refreshFile()), options)
  }
  if (options.unbind) return save(await sealwright.unbindToFile(), options, words.handInRemoval)
  if (options.import !== undefined) {
    const { isLicensed } = await sealwright.importFile(readText(options.import))
    if (isLicensed) return undefined
    say(words.removed)
    return EXIT.good
  }
  if (!options.deactivate && !options.return) return undefined
  await (options.return ? sealwright.returnSeat() : sealwright.deactivate())
  say(options.return ? words.returned : words.deactivated)
  return EXIT.good
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Mistake(words.unreadableFile + file)
  }
}

/**
 * Gets the license of this device: with the given code or account, otherwise from the store. Undefined if the program
 * should only take a seat.
 */
async function obtain(
  sealwright: Sealwright,
  { code, password, account, browser, seat, lending, borrow, import: imported }: Options,
  signal: AbortSignal,
): Promise<LeaseClaims | undefined> {
  if (imported !== undefined) return sealwright.requireLicense()
  if (lending !== undefined) await sealwright.activateLendingCode(lending)
  if (borrow !== undefined)
    await sealwright.borrow({ code: code ?? '', days: Number(borrow), ...(password !== undefined && { password }) })
  if (lending !== undefined || borrow !== undefined) return sealwright.requireLicense()
  if (account !== undefined) await sealwright.login(account, password ?? '')
  if (browser)
    await sealwright.loginWithBrowser({
      programName: NAME,
      onCode: ({ userCode, urlWithCode }) =>
        say(`${words.openBrowser}\n  ${urlWithCode}\n${words.compareCode} ${styleText('bold', userCode)}`),
      signal,
    })
  if (seat) return undefined
  try {
    if (code !== undefined) await sealwright.activate({ code, ...(password !== undefined && { password }) })
    else if (account !== undefined || browser) await sealwright.activate()
    else await sealwright.validate()
  } catch (error) {
    // Cloud licenses are not bound to devices.
    if (error instanceof LicenseRefusal && error.type === 'ONLINE_ONLY') return undefined
    throw error
  }
  return sealwright.requireLicense()
}

/** Takes a seat if the license counts seats, or if the device is not bound. */
async function takeSeat(
  sealwright: Sealwright,
  { code, password, account }: Options,
  bound: LeaseClaims | undefined,
): Promise<Session | undefined> {
  // A borrowed seat is one already.
  if (bound && (bound.limits.seats === null || bound.seat !== null)) return undefined
  return sealwright.openSession({
    ...(!bound && code !== undefined && { code }),
    ...(password !== undefined && account === undefined && { password }),
    timeoutSeconds: SEAT_SECONDS,
    osSession: String(process.getuid?.() ?? 0),
    process: { name: NAME, pid: process.pid, startedAt: Math.round(performance.timeOrigin) },
  })
}

/** Validates every few seconds until it is refused or stopped. */
async function paint(
  sealwright: Sealwright,
  session: Session | undefined,
  everyMs: number,
  stopped: AbortSignal,
): Promise<number> {
  let { revision } = sealwright.requireLicense()
  let ticks = 0
  for (;;) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      stopped.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })
    if (stopped.aborted) return EXIT.good
    const status = await sealwright.validate()
    await session?.beat()
    if (!status.isLicensed) return complain(status.refusal)
    if (session?.over) return complain(session.over)
    if (status.claims.revision !== revision) {
      say(`${styleText('yellow', '!')} ${words.changed}\n${describe(status.claims, session)}`)
      revision = status.claims.revision
      ticks = 0
    }
    tell(status.isOffline ? `${words.unheard} ${shown(status.offlineUntil)}` : words.going, ticks++ > 0)
  }
}

/** Says how it goes. In a terminal, it overwrites the line before, so that important lines stay visible. */
function tell(state: string, isAgain: boolean) {
  const back = process.stdout.isTTY && isAgain ? '\u001B[1A\u001B[2K' : ''
  const now = new Date().toLocaleTimeString(language === 'zh' ? 'zh-CN' : 'en-US', { hour12: false })
  say(`${back}${styleText('dim', `· ${now}`)}  ${state}`)
}

/** Runs from a license in a dongle. */
async function runFromDongle(built: BuiltWith, options: Options, everyMs: number, stopped: AbortSignal) {
  const { 'license-id': id, dongles } = options
  say(styleText('bold', NAME))
  try {
    const licenseId = id === undefined ? undefined : Number(id)
    const session = await openFromDongle({ built, folder: dongles, licenseId, language })
    say(`${styleText('green', '✓')} ${words.licensed}\n${table(rowsOf(session, words, shown))}`)
    say(styleText('dim', words.dongleHint))
    let ticks = 0
    const onTick = () => tell(words.going, ticks++ > 0)
    const refusal = await paintFromDongle(session, { everyMs, stopped, onTick })
    if (refusal) return complain(refusal)
    await session.close()
    say(words.bye)
    return EXIT.good
  } catch (error) {
    return complain(error)
  }
}

async function run(options: Options): Promise<number> {
  const { account, browser, product, store } = options
  const everyMs = Number(options.every) * 1000
  if (!(everyMs > 0)) throw new Mistake(words.wrongEvery)
  if ((account !== undefined || browser) && product === undefined) throw new Mistake(words.needsProduct)
  if (options.borrow !== undefined && (options.code === undefined || !/^[1-9]\d*$/.test(options.borrow)))
    throw new Mistake(words.wrongBorrow)
  if (options['license-id'] !== undefined && !/^[1-9]\d*$/.test(options['license-id']))
    throw new Mistake(words.wrongLicenseId)
  const built = await readBuiltWith(options.keys, words)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  if (options.dongle) return runFromDongle(built, options, everyMs, stop.signal)
  const sealwright = await createSealwright({
    ...built,
    url: options.url,
    language,
    ...(product !== undefined && { licenseId: Number(product) }),
    ...(store !== undefined && { storePath: store }),
  })
  let session: Session | undefined
  try {
    say(styleText('bold', NAME))
    const done = await command(sealwright, options)
    if (done !== undefined) return done
    const bound = await obtain(sealwright, options, stop.signal)
    session = await takeSeat(sealwright, options, bound)
    const details = describe(bound ?? sealwright.requireLicense(), session)
    say(`${styleText('green', '✓')} ${words.licensed}\n${details}\n${styleText('dim', words.hint)}`)
    const code = await paint(sealwright, session, everyMs, stop.signal)
    if (code === EXIT.good) say(words.bye)
    return code
  } catch (error) {
    return stop.signal.aborted ? EXIT.good : complain(error)
  } finally {
    // The seat of a refused license is already released.
    await session?.close().catch(() => undefined)
    sealwright.close()
  }
}

async function main(): Promise<number> {
  try {
    const options = readOptions()
    if (options.language !== undefined && options.language !== 'zh' && options.language !== 'en')
      throw new Mistake(words.wrongLanguage)
    language = options.language ?? LANGUAGE
    words = WORDS[language]
    if (options.help) {
      say(words.usage)
      return EXIT.good
    }
    return await run(options)
  } catch (error) {
    // Node and the SDK throw a TypeError with a message for invalid arguments.
    if (!(error instanceof Mistake) && !(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n${error instanceof Mistake ? '' : `\n${words.usage}\n`}`)
    return EXIT.mistake
  }
}

process.exitCode = await main()
