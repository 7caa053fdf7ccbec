// The commands that are no calls: profiles on this computer, and completion.
import { parseArgs } from 'node:util'
import type { Speech } from './call.ts'
import { SHELLS, completionOf } from './completion.ts'
import { EXIT, Failure, usage } from './exit.ts'
import { checkName, checkUrl, chooseKey, fileOf, isPlain, readProfiles, writeProfiles } from './profiles.ts'
import type { Profile } from './profiles.ts'
import { ask } from './send.ts'
import { table } from './table.ts'
import type { World } from './world.ts'

const OPTIONS = {
  profile: { type: 'string' },
  url: { type: 'string' },
  'key-id': { type: 'string' },
  secret: { type: 'string' },
  'no-check': { type: 'boolean', default: false },
  lang: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Read = ReturnType<typeof readOptions>
function readOptions(args: readonly string[], { words }: Speech) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const flag = /'(--?[^\s'=]+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? args[0] ?? ''
    throw usage(words.unknownFlag(flag))
  }
}

/** Any session may see its own tasks, so this call shows whether the center takes the key. */
const check = (key: Profile, world: World, { words, locale }: Speech) =>
  ask({ world, words, locale, key, retries: 0 }, '/api/v1/tasks/list', { limit: 1 })

async function login({ values }: Read, world: World, speech: Speech): Promise<number> {
  const { words } = speech
  const { env, ask: question } = world
  const obtain = async (given: string | undefined, prompt: string, isHidden = false) => {
    const value = given ?? (question ? await question(prompt, isHidden) : '')
    if (value.trim() === '') throw new Failure(EXIT.notSignedIn, words.notSignedIn)
    return value.trim()
  }
  const name = checkName(values.profile ?? (env['SEALWRIGHT_PROFILE'] || 'default'), words)
  const url = checkUrl(await obtain(values.url ?? (env['SEALWRIGHT_URL'] || undefined), words.askUrl), words)
  const keyId = await obtain(values['key-id'] ?? (env['SEALWRIGHT_KEY_ID'] || undefined), words.askKeyId)
  const secret = await obtain(values.secret ?? (env['SEALWRIGHT_SECRET'] || undefined), words.askSecret, true)
  if (isPlain(url)) world.err(`${words.notEncrypted}\n`)
  const profile = { url, keyId, secret }
  if (!values['no-check']) await check(profile, world, speech)
  const known = await readProfiles(world, words)
  await writeProfiles(world, {
    default: known.default ?? name,
    profiles: { ...known.profiles, [name]: profile },
  })
  world.err(`${words.stored(name, fileOf(world))}\n`)
  return EXIT.done
}

async function logout({ values, positionals }: Read, world: World, { words }: Speech): Promise<number> {
  const known = await readProfiles(world, words)
  const name = values.profile ?? positionals[0] ?? known.default
  if (name === null || !Object.hasOwn(known.profiles, name))
    throw new Failure(EXIT.notSignedIn, words.noProfile(name ?? 'default'))
  const { [name]: _gone, ...profiles } = known.profiles
  const next = known.default === name ? (Object.keys(profiles)[0] ?? null) : known.default
  await writeProfiles(world, { default: next, profiles })
  world.err(`${words.removed(name)}\n`)
  return EXIT.done
}

async function listProfiles({ values, positionals }: Read, world: World, { words }: Speech): Promise<number> {
  const known = await readProfiles(world, words)
  const [verb, name, extra] = positionals
  if (verb !== undefined && verb !== 'use') throw usage(words.tooMany(verb))
  if (extra !== undefined) throw usage(words.tooMany(extra))
  if (verb === 'use') {
    if (name === undefined) throw usage(words.missing('NAME'))
    if (!Object.hasOwn(known.profiles, name)) throw new Failure(EXIT.notSignedIn, words.noProfile(name))
    await writeProfiles(world, { ...known, default: name })
    world.err(`${words.chosen(name)}\n`)
    return EXIT.done
  }
  // Never the secret.
  const rows = Object.entries(known.profiles).map(([profile, { url, keyId }]) => ({
    default: profile === known.default ? '*' : '',
    profile,
    url,
    keyId,
  }))
  if (values.json) await world.out(`${JSON.stringify(rows, null, 2)}\n`)
  else if (rows.length === 0) world.err(`${words.noProfiles}\n`)
  else await world.out(table(rows, ['default', 'profile', 'url', 'keyId'], world.columns))
  return EXIT.done
}

async function whoami({ values }: Read, world: World, speech: Speech): Promise<number> {
  const { words } = speech
  const flags = { profile: values.profile, url: values.url, keyId: values['key-id'] }
  const { name, ...key } = await chooseKey(world, flags, words)
  await check(key, world, speech)
  const { url, keyId } = key
  if (values.json) await world.out(`${JSON.stringify({ profile: name, url, keyId }, null, 2)}\n`)
  else await world.out(`${name ?? words.fromEnvironment}: ${words.keyWorks(keyId, url)}\n`)
  return EXIT.done
}

async function completion({ positionals }: Read, world: World, { words }: Speech): Promise<number> {
  const script = completionOf(positionals[0] ?? '')
  if (script === undefined) throw usage(`${words.unknownShell} sealwright completion ${SHELLS.join('|')}`)
  await world.out(script)
  return EXIT.done
}

type Own = (read: Read, world: World, speech: Speech) => Promise<number>
const COMMANDS: Readonly<Record<string, Own>> = { login, logout, profiles: listProfiles, whoami, completion }
export const OWN_COMMANDS = Object.keys(COMMANDS)

/** Runs a command that is no call; undefined if there is none of this name. */
export async function runOwn(
  name: string,
  args: readonly string[],
  world: World,
  speech: Speech,
): Promise<number | undefined> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return undefined
  const read = readOptions(args, speech)
  if (!read.values.help) return command(read, world, speech)
  const about = Object.entries(speech.words.ownCommands).find(([one]) => one === name)?.[1] ?? ''
  await world.out(name === 'login' ? `${speech.words.loginHelp}\n` : `sealwright ${name}: ${about}\n`)
  return EXIT.done
}
