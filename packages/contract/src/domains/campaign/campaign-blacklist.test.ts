import { expect, it } from 'vitest'
import { blacklistCalls, blacklistValue, isBlacklistValue } from './campaign-blacklist.ts'
import type { BlacklistKind } from './campaign-blacklist.ts'

const CASES: [kind: BlacklistKind, good: string[], bad: string[]][] = [
  ['account', ['User@Example.com', '13800138000'], ['example.com', '1380013800', '']],
  ['mailDomain', ['@Example.com', 'mail.example.com'], ['example', 'a b.com', 'user@example.com', '-a.com']],
  ['phonePrefix', ['17', '1701', '1380013800'], ['1', '27', '13800138000', '17a']],
  ['network', ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32'], ['203.0.113', '203.0.113.0/40', 'localhost']],
]
it.each(CASES)('%s takes %j and refuses %j', (kind, good, bad) => {
  const takes = (text: string) => isBlacklistValue(kind, blacklistValue(kind, text))
  expect(good.filter((text) => !takes(text))).toEqual([])
  expect(bad.filter(takes)).toEqual([])
})

it('a wrong value is refused at its own place', () => {
  const values = ['spam.example', 'not a domain']
  const parsed = blacklistCalls.addBlacklist.payload.safeParse({ kind: 'mailDomain', values })
  expect(parsed.error?.issues).toMatchObject([
    { path: ['values', 1], params: { rule: 'blacklistValue', value: 'not a domain' } },
  ])
})
