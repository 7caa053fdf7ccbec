import { describe, expect, it } from 'vitest'
import { NetworkNotAllowed, isPublicAddress, parseException } from '../network-guard.ts'
import { createSmtpGuard } from './smtp-guard.ts'

const exceptions = (...texts: string[]) =>
  texts.map((text) => {
    const exception = parseException(text)
    if (!exception) throw new Error(`${text} is not an exception`)
    return exception
  })
/** A guard with its own resolver: each host has these addresses. */
const guardOf = (addresses: readonly string[], ...allowed: string[]) =>
  createSmtpGuard(exceptions(...allowed), async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
const isLetThrough = (guard: ReturnType<typeof guardOf>, host: string, port: number, hasUser = true) =>
  guard.addressOf(host, port, hasUser).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NetworkNotAllowed) return false
      throw error
    },
  )

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '2130706433',
  ])('%s is not the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a host', () => {
  it('is refused if one of its addresses is inside, and is resolved once', async () => {
    expect(await isLetThrough(guardOf(['8.8.8.8', '10.0.0.1']), 'both.example', 587)).toBe(false)
    expect(await isLetThrough(guardOf([]), 'none.example', 587)).toBe(false)
    let asked = 0
    const rebinding = createSmtpGuard([], async () => [{ address: asked++ === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }])
    expect(await rebinding.addressOf('rebinding.example', 587, true)).toBe('8.8.8.8')
    expect(asked).toBe(1)
  })

  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'localhost', '::1', '::ffff:127.0.0.1'])(
    'that is written as %s is refused by the real resolver',
    async (host) => {
      // A resolver may not know a spelling. Nothing is contacted either way.
      const outcome = await createSmtpGuard([])
        .addressOf(host, 587, true)
        .catch((error: Error & { code?: string }) => error.code ?? error.name)
      expect(['NetworkNotAllowed', 'ENOTFOUND', 'EAI_AGAIN']).toContain(outcome)
    },
  )

  it('can be contacted on the ports of mail servers only', async () => {
    const guard = guardOf(['8.8.8.8'])
    for (const port of [25, 465, 587, 2465, 2525, 2587]) expect(await isLetThrough(guard, 'a.example', port)).toBe(true)
    for (const port of [22, 80, 6379, 8080]) {
      expect(await isLetThrough(guard, 'a.example', port)).toBe(false)
      expect(guard.allowsPort('a.example', port)).toBe(false)
    }
  })
})

describe('an exception', () => {
  it.each([
    ['mail.corp.example', 'mail.corp.example', '10.0.0.9', 587, true],
    ['mail.corp.example', 'MAIL.corp.example', '10.0.0.9', 587, true],
    ['mail.corp.example', 'mail.corp.example', '10.0.0.9', 8025, false],
    ['mail.corp.example:8025', 'mail.corp.example', '10.0.0.9', 8025, true],
    ['mail.corp.example', 'other.corp.example', '10.0.0.9', 587, false],
    ['10.0.0.0/24', 'any.example', '10.0.0.9', 25, true],
    ['10.0.0.0/24', 'any.example', '10.0.1.9', 25, false],
    ['10.0.0.9', 'any.example', '10.0.0.9', 25, true],
    ['10.0.0.9:*', 'any.example', '10.0.0.9', 31337, true],
    ['[fd00::9]:2526', 'any.example', 'fd00::9', 2526, true],
    ['fd00::/8', 'any.example', 'fd12::1', 465, true],
  ])('%s for %s at %s, port %i: %s', async (text, host, address, port, isAllowed) => {
    const guard = guardOf([address], text)
    expect(await isLetThrough(guard, host, port)).toBe(isAllowed)
    if (isAllowed) expect(guard.allowsPort(host, port)).toBe(true)
  })

  it('is needed for a server without sign-in', async () => {
    const guard = guardOf(['8.8.8.8'], 'relay.corp.example')
    expect(await isLetThrough(guard, 'relay.corp.example', 25, false)).toBe(true)
    expect(await isLetThrough(guard, 'open.example', 25, false)).toBe(false)
    expect([guard.allowsNoUser('relay.corp.example', 25), guard.allowsNoUser('open.example', 25)]).toEqual([
      true,
      false,
    ])
    // A range can contain the address of any host.
    const range = guardOf(['8.8.8.8'], '10.0.0.0/8')
    expect(range.allowsNoUser('open.example', 25)).toBe(true)
    expect(await isLetThrough(range, 'open.example', 25, false)).toBe(false)
  })

  it.each(['', 'a b', '10.0.0.0/33', '300.1.1.1', 'host:0', 'host:65536', 'http://host', 'host/8', '-host'])(
    '“%s” cannot be read',
    (text) => {
      expect(parseException(text)).toBeUndefined()
    },
  )
})
