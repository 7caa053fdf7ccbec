// The work of a password check must not depend on the account, or its timing would reveal which accounts exist.
import { hash, verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { NO_PASSWORD, createPasswords, hashPassword } from './passwords.ts'

it('an unknown name, an account without a password and a wrong password fail with the same work', async () => {
  const argon2 = {
    hash: vi.fn((...given: Parameters<typeof hash>) => hash(...given)),
    verify: vi.fn((...given: Parameters<typeof verify>) => verify(...given)),
  }
  const { isPassword } = createPasswords(argon2)
  const stored = await hashPassword('correct-horse')
  // Creates the decoy, which is hashed only once.
  await isPassword(undefined, 'x')
  const work = []
  for (const of of [undefined, NO_PASSWORD, stored]) {
    for (const typed of ['wrong-one', 'there is no such account']) {
      vi.clearAllMocks()
      expect(await isPassword(of, typed)).toBe(false)
      // The parts before the salt are the hash settings.
      work.push([
        argon2.verify.mock.calls.map(([against]) => String(against).split('$').slice(0, 4)),
        argon2.hash.mock.calls.length,
      ])
    }
  }
  expect(new Set(work.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify([[stored.split('$').slice(0, 4)], 0])]),
  )
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(stored, 'correct-horse')).toBe(true)
})
