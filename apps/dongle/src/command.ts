// The commands of `npm run dongle`: each takes its options, prints what it did, or throws what is wrong.
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { LOCK_REQUESTS, SHELL_NUMBER } from '@sealwright/contract/dongle-files'
import type { LockRequest } from '@sealwright/contract/dongle-files'
import { DongleFault, LicenseRefusal, Unreachable, contactDongle, localDongles } from '@sealwright/sdk'
import {
  donglesFolder,
  dongleRefusal,
  inWords,
  isDongleReason,
  languageOf,
  plugOf,
  whileHeld,
} from '@sealwright/sdk/device'
import { describeBriefly, describeDongle, describePackages } from './describe.ts'
import { Mistake } from './mistake.ts'
import { SERVE, plugIn, serveInBackground } from './plug.ts'
import { choose, listStates, make, readKeys } from './shelf.ts'
import { WORDS } from './words.ts'
import type { Words } from './words.ts'

const OPTIONS = {
  dongle: { type: 'string' },
  shell: { type: 'string' },
  mode: { type: 'string', default: 'activation' },
  days: { type: 'string', default: '30' },
  keys: { type: 'string' },
  url: { type: 'string', default: `http://localhost:${process.env['SEALWRIGHT_PORT'] ?? 8080}` },
  csv: { type: 'string', default: 'dongles.csv' },
  out: { type: 'string', default: '.' },
  folder: { type: 'string', default: donglesFolder() },
  json: { type: 'boolean', default: false },
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const
const readOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true })
type Options = ReturnType<typeof readOptions>['values']

/** Exit codes, for shells and tests. */
const EXIT = { good: 0, mistake: 2, refused: 3, unreachable: 4 } as const
const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60 }

let language = languageOf()
let words: Words = WORDS[language]

type Printer = (text: string, isMistake: boolean) => void
let print: Printer = (text, isMistake) => void (isMistake ? process.stderr : process.stdout).write(text)
const say = (line: string) => print(`${line}\n`, false)
const done = (line: string) => say(`${styleText('green', '✓')} ${line}`)
const speech = () => ({ language, words })

const chosen = ({ folder, dongle }: Options) => choose(folder, dongle, words)
const driverOf = ({ folder }: Options) => localDongles(folder)
/** A dongle that is not plugged in is a mistake of this command, not a refusal. */
async function plugged<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof DongleFault ? error.reason : error instanceof LicenseRefusal ? error.type : ''
    throw reason === 'DONGLE_MISSING' ? new Mistake(words.notPlugged) : error
  }
}
const asking = <T>(run: () => Promise<T>) => plugged(() => inWords(language, run))

function makeOne({ folder, shell, mode, days, keys, csv }: Options) {
  const number = shell ?? `99${String(randomInt(1e11)).padStart(11, '0')}`
  if (!SHELL_NUMBER.test(number)) throw new Mistake(words.wrongShell)
  if (mode !== 'activation' && mode !== 'permanent') throw new Mistake(words.wrongMode)
  const offlineDays = Number(days)
  if (!Number.isInteger(offlineDays) || offlineDays < 1 || offlineDays > 180) throw new Mistake(words.wrongDays)
  const { developerId, rootKey, exchangeKey } = readKeys(keys, words)
  const making = { shell: number, developerId, rootKey, exchangeKey, isPermanent: mode === 'permanent', offlineDays }
  const { state, line } = make(folder, making, csv, words)
  done(`${words.made} ${number} (${state.serial})\n  ${line}\n${words.registered} ${csv}`)
  const place = folder === donglesFolder() ? '' : ` --folder ${/\s/.test(folder) ? `'${folder}'` : folder}`
  say(styleText('dim', `${words.next} ${csv} --developer ${developerId}\n${words.nextPlug} --dongle ${number}${place}`))
}

async function list(options: Options) {
  const states = listStates(options.folder, words)
  const present = new Map((await driverOf(options).list()).map((info) => [info.serial, info]))
  if (options.json)
    return say(
      JSON.stringify(
        states.map(({ serial, shell }) => ({ serial, shell, isPlugged: present.has(serial), ...present.get(serial) })),
      ),
    )
  if (states.length === 0) say(words.noDongle)
  for (const state of states) say(describeBriefly(state, present.get(state.serial)?.state, speech()))
}

async function info(options: Options) {
  const told = await asking(() => driverOf(options).info(chosen(options).serial))
  say(options.json ? JSON.stringify(told) : describeDongle(told, speech()))
}

async function plug(options: Options) {
  const { shell, serial } = chosen(options)
  await plugIn(options.folder, serial, words)
  done(`${words.plugged} ${shell}`)
}

async function unplug(options: Options) {
  const { shell, serial } = chosen(options)
  await whileHeld(plugOf(options.folder, serial), (line) => line.ask('unplug', {})).catch((error: unknown) => {
    throw error instanceof DongleFault ? new Mistake(words.alreadyOut) : error
  })
  done(`${words.unplugged} ${shell}`)
}

const actOf = (text: string): LockRequest => {
  const act = LOCK_REQUESTS.find((one) => one === text)
  if (!act) throw new Mistake(words.wrongAct)
  return act
}

async function request(options: Options, act = 'activate') {
  const { name, text } = await asking(() => driverOf(options).request(chosen(options).serial, actOf(act)))
  const path = join(options.out, name)
  try {
    writeFileSync(path, text)
  } catch {
    throw new Mistake(words.unwritable + path)
  }
  done(`${words.written} ${path}`)
  say(styleText('dim', words.handIn))
}

const wordsOf = (reason: string) => (isDongleReason(reason) ? dongleRefusal(reason, language).message : reason)

async function importFile(options: Options, file: string | undefined) {
  if (file === undefined) throw new Mistake(words.needsFile)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Mistake(words.unreadableFile + file)
  }
  const packages = await asking(() => driverOf(options).importPackages(chosen(options).serial, text))
  say(describePackages(packages, speech(), wordsOf))
}

async function contact(options: Options, act: LockRequest) {
  const { serial } = chosen(options)
  const { developerId, apiPassword } = readKeys(options.keys, words)
  const driver = driverOf(options)
  const { url } = options
  const packages = await asking(() => contactDongle({ url, developerId, apiPassword, serial, act, driver, language }))
  say(describePackages(packages, speech(), wordsOf))
  await info({ ...options, dongle: serial })
}

async function clock(options: Options, to: string | undefined) {
  const { serial } = chosen(options)
  const now = (await asking(() => driverOf(options).info(serial))).clock.getTime() / 1000
  const [, amount, unit = ''] = /^\+(\d{1,6})([dhm])$/.exec(to ?? '') ?? []
  const time =
    amount === undefined ? Math.floor(Date.parse(to ?? '') / 1000) : now + Number(amount) * (UNITS[unit] ?? 0)
  if (!Number.isFinite(time)) throw new Mistake(words.wrongClock)
  const path = plugOf(options.folder, serial)
  const moved = await asking(() => whileHeld(path, (line) => line.ask('clock', { to: time })))
  done(`${words.clock} ${new Date(moved.now * 1000).toISOString()}`)
}

async function run([command, argument]: string[], options: Options): Promise<void> {
  switch (command) {
    case 'make':
      return makeOne(options)
    case 'list':
      return list(options)
    case 'plug':
      return plug(options)
    case 'unplug':
      return unplug(options)
    case 'info':
      return info(options)
    case 'request':
      return request(options, argument)
    case 'import':
      return importFile(options, argument)
    case 'activate':
    case 'fetch':
    case 'report':
      return contact(options, command)
    case 'clock':
      return clock(options, argument)
    case SERVE:
      return serveInBackground(options.folder, argument ?? '')
    default:
      throw new Mistake(`${words.wrongCommand}${command}\n\n${words.usage}`)
  }
}

/** Prints why it did not work and returns the exit code. */
function complain(error: unknown): number {
  if (error instanceof LicenseRefusal) {
    say(`${styleText('red', '✗')} ${words.refused}: ${error.message} ${styleText('dim', `[${error.type}]`)}`)
    if (error.fix) say(`  ${error.fix}`)
    return EXIT.refused
  }
  if (error instanceof Unreachable) {
    say(`${styleText('red', '✗')} ${error.message} ${styleText('dim', `[${error.type}]`)}`)
    return EXIT.unreachable
  }
  // Node throws a TypeError with a message for invalid arguments.
  if (!(error instanceof Mistake) && !(error instanceof TypeError)) throw error
  print(`${error.message}\n${error instanceof Mistake ? '' : `\n${words.usage}\n`}`, true)
  return EXIT.mistake
}

/** Runs a command and returns the exit code. */
export async function runCommand(args: string[], printer = print): Promise<number> {
  print = printer
  try {
    const { values: options, positionals } = readOptions(args)
    if (options.language !== undefined && options.language !== 'zh' && options.language !== 'en')
      throw new Mistake(words.wrongLanguage)
    language = options.language ?? languageOf()
    words = WORDS[language]
    if (options.help || positionals.length === 0 || positionals[0] === 'help') say(words.usage)
    else await run(positionals, options)
    return EXIT.good
  } catch (error) {
    return complain(error)
  }
}
