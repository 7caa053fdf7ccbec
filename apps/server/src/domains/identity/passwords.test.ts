// How much work a password is, whoever it is of: the time that it takes tells nothing.
import { hash, verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { NO_PASSWORD, createPasswords, hashPassword } from './passwords.ts'

it('a name that nobody has, an account without a password and a wrong password are the same work, and none of them is right', async () => {
  const argon2 = {
    hash: vi.fn((...given: Parameters<typeof hash>) => hash(...given)),
    verify: vi.fn((...given: Parameters<typeof verify>) => verify(...given)),
  }
  const { isPassword } = createPasswords(argon2)
  const stored = await hashPassword('correct-horse')
  // The decoy is made once.
  await isPassword(undefined, 'x')
  const work = []
  for (const of of [undefined, NO_PASSWORD, stored]) {
    for (const typed of ['wrong-one', 'there is no such account']) {
      vi.clearAllMocks()
      expect(await isPassword(of, typed)).toBe(false)
      // Its settings stand before the salt.
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
