// Access keys on this computer: one file that only its owner can read. A secret is written nowhere else.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AccessKey } from '@sealwright/client/open-api'
import { EXIT, Failure, usage } from './exit.ts'
import type { Words } from './words.ts'
import type { World } from './world.ts'

export interface Profile extends AccessKey {
  url: string
}

export interface Profiles {
  default: string | null
  profiles: Record<string, Profile>
}

export const fileOf = ({ env, home }: World) =>
  join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'sealwright', 'profiles.json')

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== 'object' || value === null || !('profiles' in value)) return false
  const { profiles } = value
  return (
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every(
      (one: unknown) =>
        typeof one === 'object' && one !== null && ['url', 'keyId', 'secret'].every((field) => field in one),
    )
  )
}

export async function readProfiles(world: World, words: Words): Promise<Profiles> {
  const file = fileOf(world)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { default: null, profiles: {} }
    throw new Failure(EXIT.notSignedIn, words.badProfiles(file))
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isProfiles(value)) return value
  } catch {
    // Said below.
  }
  throw new Failure(EXIT.notSignedIn, words.badProfiles(file))
}

export async function writeProfiles(world: World, profiles: Profiles): Promise<void> {
  const file = fileOf(world)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Renamed, so that a killed command leaves the old file whole.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

export function checkName(name: string, words: Words): string {
  if (!/^[\w.-]{1,64}$/.test(name) || name === '__proto__') throw usage(words.badProfileName)
  return name
}

export function checkUrl(text: string, words: Words): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw usage(words.badUrl(text))
  return text.replace(/\/+$/, '')
}

/** Whether others on the network could read the calls. */
export const isPlain = (url: string) =>
  /^http:/i.test(url) && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

interface Chosen extends Profile {
  /** Null: from the environment. */
  name: string | null
}

/**
 * The key to call with: a profile that is named, else the environment, else the default profile. Single flags replace
 * parts of it.
 */
export async function chooseKey(
  world: World,
  flags: { profile?: string; url?: string; keyId?: string },
  words: Words,
): Promise<Chosen> {
  const { env } = world
  const named = flags.profile ?? (env['SEALWRIGHT_PROFILE'] || undefined)
  const given = {
    url: flags.url ?? env['SEALWRIGHT_URL'],
    keyId: flags.keyId ?? env['SEALWRIGHT_KEY_ID'],
    secret: env['SEALWRIGHT_SECRET'],
  }
  if (named === undefined && given.url && given.keyId && given.secret)
    return { name: null, url: checkUrl(given.url, words), keyId: given.keyId, secret: given.secret }
  const known = await readProfiles(world, words)
  const name = named ?? known.default
  if (name === null) throw new Failure(EXIT.notSignedIn, words.notSignedIn)
  const profile = Object.hasOwn(known.profiles, name) ? known.profiles[name] : undefined
  if (!profile) throw new Failure(EXIT.notSignedIn, words.noProfile(name))
  return { name, ...profile, ...(flags.url !== undefined && { url: checkUrl(flags.url, words) }) }
}
