// Look-ups of names that developers type, with a name server of our own that knows some names and ignores others.
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLookUp } from './look-up.ts'

const A = 1
const AAAA = 28
const KNOWN: Readonly<Record<string, Readonly<Record<number, Buffer>>>> = {
  'both.example': { [A]: Buffer.from([8, 8, 8, 8]), [AAAA]: Buffer.from(`20010db8${'0'.repeat(23)}1`, 'hex') },
  'old.example': { [A]: Buffer.from([9, 9, 9, 9]) },
}
let server: Socket
const asked: string[] = []
const settings = { servers: [''], timeoutMs: 150 }
beforeAll(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  settings.servers = [`127.0.0.1:${server.address().port}`]
  server.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size))
      at += 1 + size
    }
    const name = labels.join('.').toLowerCase()
    asked.push(name)
    if (name.startsWith('silent')) return
    const data = KNOWN[name]?.[query.readUInt16BE(at + 1)]
    const head = Buffer.from(query.subarray(0, at + 5))
    // An answer without recursion or error, or without such a name; one question; one answer or none.
    head.writeUInt16BE(KNOWN[name] ? 0x81_80 : 0x81_83, 2)
    head.writeUInt16BE(data ? 1 : 0, 6)
    head.fill(0, 8, 12)
    const size = Buffer.from([0, data?.length ?? 0])
    const type = query.subarray(at + 1, at + 3)
    const answer = data ? [Buffer.from([0xc0, 12]), type, Buffer.from([0, 1, 0, 0, 0, 0]), size, data] : []
    server.send(Buffer.concat([head, ...answer]), port, address)
  })
})
afterAll(() => server.close())

describe('a name', () => {
  it('has the addresses of both kinds, IPv4 first', async () => {
    const lookUp = createLookUp(settings)
    expect(await lookUp('both.example')).toEqual([{ address: '8.8.8.8' }, { address: '2001:db8::1' }])
    expect(await lookUp('old.example')).toEqual([{ address: '9.9.9.9' }])
  })

  it('that nobody knows, or whose server does not answer, is refused with a code', async () => {
    const lookUp = createLookUp(settings)
    await expect(lookUp('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(lookUp('silent.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  })

  it('that waits for its server holds up no other look-up, however many wait', async () => {
    const lookUp = createLookUp({ ...settings, timeoutMs: 60_000 })
    const silent = Array.from({ length: 20 }, (_, n) => lookUp(`silent${n}.example`))
    const first = await Promise.race([...silent, createLookUp({ isNamed: () => true })('localhost')])
    expect(first[0]?.address).toMatch(/^127\.|^::1$/)
  })

  it('of this computer, or that the operator names, is left to the operating system', async () => {
    const lookUp = createLookUp({ ...settings, isNamed: (host) => host === 'named.example' })
    const hosts = ['127.0.0.1', '::1', 'localhost', '0x7f000001', '2130706433', '127.1', 'named.example']
    for (const host of hosts) await lookUp(host).catch(() => undefined)
    expect(asked.filter((host) => hosts.includes(host))).toEqual([])
  })

  it('that name servers do not know is asked of the operating system if ranges are allowed', async () => {
    const host = 'nobody.invalid'
    const outcome = await createLookUp({ ...settings, hasLocalNames: true })(host).catch(
      (error: Error) => error.message,
    )
    expect(outcome).toContain('getaddrinfo')
  })
})
