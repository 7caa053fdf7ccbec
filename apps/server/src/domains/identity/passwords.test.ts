// How much work a password is, whoever it is of: the time that it takes tells nothing.
import * as argon2 from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { NO_PASSWORD, hashPassword, isPassword } from './passwords.ts'

vi.mock(import('@node-rs/argon2'), { spy: true })

it('a name that nobody has, an account without a password and a wrong password are the same work, and none of them is right', async () => {
  const stored = await hashPassword('correct-horse')
  // The decoy is made once.
  await isPassword(undefined, 'x')
  const work = []
  for (const of of [undefined, NO_PASSWORD, stored]) {
    for (const typed of ['wrong-one', 'there is no such account']) {
      vi.clearAllMocks()
      expect(await isPassword(of, typed)).toBe(false)
      const { calls } = vi.mocked(argon2.verify).mock
      // Its settings stand before the salt.
      work.push([calls.map(([hash]) => String(hash).split('$').slice(0, 4)), vi.mocked(argon2.hash).mock.calls.length])
    }
  }
  expect(new Set(work.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify([[stored.split('$').slice(0, 4)], 0])]))
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(stored, 'correct-horse')).toBe(true)
})
