import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNetwork } from './network.ts'

it('addresses are those of the operating system', () => {
  const part = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '01', 'a'))
  const group = fc.oneof(
    fc.integer({ min: 0, max: 0x1ffff }).map((n) => n.toString(16)),
    fc.constantFrom('', 'g', '1.2.3.4'),
  )
  const text = fc.oneof(
    fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.')),
    fc.array(group, { minLength: 2, maxLength: 9 }).map((groups) => groups.join(':')),
    fc.ipV4(),
    fc.ipV6(),
  )
  fc.assert(fc.property(text, (one) => isNetwork(one) === (isIPv4(one) || isIPv6(one))))
})

it.each([
  ['203.0.113.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['::/128', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/024', false],
  ['203.0.113.0/24/8', false],
  ['fe80::1%eth0', false],
  ['[::1]', false],
  ['example.com', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
