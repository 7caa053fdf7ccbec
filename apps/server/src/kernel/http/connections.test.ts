// Limits of open connections, with real sockets on addresses of this computer.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exemptOf, limitConnections } from './connections.ts'

const PROXY = '127.0.0.9'
let server: Server
const sockets: Socket[] = []
const warn = vi.fn<(about: object) => void>()
beforeEach(async () => {
  server = createServer((_request, response) => response.end('up'))
  limitConnections(server, { connections: 6, connectionsPerNetwork: 2 }, (address) => address.endsWith(PROXY), { warn })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  warn.mockClear()
  await new Promise((resolve) => server.close(resolve))
})

/** Opens a connection from this address. True if the server answers on it, false if it closes it. */
const isTaken = (localAddress: string) =>
  new Promise<boolean>((resolve) => {
    const { port } = server.address() as AddressInfo // it listens on a port
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    socket.on('error', () => resolve(false))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  })

describe('open connections', () => {
  it('of one network are limited; another network still gets in, and a closed one makes room', async () => {
    expect([await isTaken('127.0.0.2'), await isTaken('127.0.0.2'), await isTaken('127.0.0.2')]).toEqual([
      true,
      true,
      false,
    ])
    expect(warn).toHaveBeenCalledExactlyOnceWith({ network: '127.0.0.2', connectionsPerNetwork: 2 }, expect.any(String))
    expect(await isTaken('127.0.0.3')).toBe(true)
    sockets[0]?.destroy()
    await expect.poll(() => isTaken('127.0.0.2')).toBe(true)
  })

  it('of the proxy are limited only together with all others', async () => {
    const taken = []
    for (let index = 0; index < 7; index++) taken.push(await isTaken(PROXY))
    expect(taken).toEqual([true, true, true, true, true, true, false])
  })
})

it('this computer and the trusted proxies are exempt, by address, range and name', () => {
  const isExempt = exemptOf('203.0.113.7, 2001:db8::/32,linklocal')
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8::5'])
    expect(isExempt(address), address).toBe(true)
  for (const address of ['169.254.3.4', 'fe80::1']) expect(isExempt(address), address).toBe(true)
  for (const address of ['203.0.113.8', '10.0.0.1', '2001:db9::1', '192.168.0.1'])
    expect(isExempt(address), address).toBe(false)
})
