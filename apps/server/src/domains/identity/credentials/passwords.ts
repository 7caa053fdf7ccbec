// Password hashes: Argon2id, off the main thread. The number of parallel hashes is limited, so a burst of sign-ins
// cannot use up the memory.
import { hash, verify } from '@node-rs/argon2'

const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4

/** Stored instead of a hash while an account has no password. No hash has this form. */
export const NO_PASSWORD = '!'

export interface Argon2 {
  hash(password: string, settings: typeof SETTINGS): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

export function createPasswords(argon2: Argon2) {
  let running = 0
  const waiting: (() => void)[] = []

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // Pass the slot directly to the next waiting call, so no new call can take it in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const hashPassword = (password: string): Promise<string> => bounded(() => argon2.hash(password, SETTINGS))

  let decoy: Promise<string> | undefined

  /** Takes the same time whether or not the account exists. */
  async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
    decoy ??= hashPassword('there is no such account')
    const isReal = stored !== undefined && stored !== NO_PASSWORD
    const against = isReal ? stored : await decoy
    return (await bounded(() => argon2.verify(against, password))) && isReal
  }

  return { hashPassword, isPassword }
}

export const { hashPassword, isPassword } = createPasswords({ hash, verify })
