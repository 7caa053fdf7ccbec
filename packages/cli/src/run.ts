// The command: which part of it a command line means, in which language, and with which exit code it ends.
import { LOCALES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import packageJson from '../package.json' with { type: 'json' }
import { makeCall } from './call.ts'
import { GENERAL, callsOf, findCall, meant, readWords, resources } from './command-line.ts'
import { EXIT, Failure, usage } from './exit.ts'
import { flagsOf } from './flags.ts'
import { callHelp, resourceHelp, topHelp } from './help.ts'
import { OWN_COMMANDS, runOwn } from './own-commands.ts'
import { WORDS, localeOf } from './words.ts'
import type { Words } from './words.ts'
import type { World } from './world.ts'

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help'

/** `--lang` counts wherever it stands, since it decides how mistakes are told. */
function languageOf(args: readonly string[], world: World): Locale {
  const at = args.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  if (at < 0) return localeOf(world.env)
  const text = args[at]?.includes('=') ? args[at].slice('--lang='.length) : args[at + 1]
  const locale = LOCALES.find((one) => one === text)
  if (!locale) throw usage(WORDS.en.wrongValue('--lang', text ?? '', WORDS.en.oneOf(LOCALES.join(', '))))
  return locale
}

function withoutLanguage(args: readonly string[]): string[] {
  const at = args.indexOf('--lang')
  return args.filter((word, index) => !(at >= 0 && (index === at || index === at + 1)) && !word.startsWith('--lang='))
}

/** Moves general flags that stand before the command behind it: `--url URL products list` is what many tools allow. */
function commandFirst(args: readonly string[]): string[] {
  let start = 0
  for (let word = args[0]; word?.startsWith('--'); word = args[start]) {
    const [name = ''] = word.slice(2).split('=')
    const general = Object.entries(GENERAL).find(([one]) => one === name)
    if (!general || name === 'help') break
    start += general[1] && !word.includes('=') ? 2 : 1
  }
  return [...args.slice(start), ...args.slice(0, start)]
}

async function run(args: readonly string[], world: World, locale: Locale, words: Words): Promise<number> {
  const ordered = commandFirst(withoutLanguage(args))
  const [first, second, ...rest] = ordered
  const width = Math.min(world.columns ?? 100, 120)
  if (first === undefined || isHelp(first)) {
    const text = topHelp(words, width)
    if (first !== undefined) await world.out(text)
    else world.err(text)
    return first === undefined ? EXIT.usage : EXIT.done
  }
  if (first === '--version') {
    await world.out(`${packageJson.version}\n`)
    return EXIT.done
  }
  const own = await runOwn(first, ordered.slice(1), world, { words, locale })
  if (own !== undefined) return own
  if (callsOf(first).length === 0) {
    const known = [...resources(), ...OWN_COMMANDS]
    throw usage(`${words.unknownCommand(first)}${meant(first, known, words)} ${words.seeHelp('sealwright')}`)
  }
  if (second === undefined || isHelp(second)) {
    const text = resourceHelp(first, words, width)
    if (second !== undefined) await world.out(text)
    else world.err(text)
    return second === undefined ? EXIT.usage : EXIT.done
  }
  const open = findCall(first, second, words)
  const flags = flagsOf(open)
  const given = readWords(rest, flags, words)
  if (given.general.help !== undefined) {
    await world.out(await callHelp(open, words, locale, width))
    return EXIT.done
  }
  return makeCall(open, flags, given, world, { words, locale })
}

/** Runs a command line. Returns its exit code; says on stderr what went wrong. */
export async function runCommandLine(args: readonly string[], world: World): Promise<number> {
  try {
    const locale = languageOf(args, world)
    return await run(args, world, locale, WORDS[locale])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    world.err(`${error.message}\n`)
    return error.exit
  }
}
