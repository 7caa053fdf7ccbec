// The stored file: only its own device can read it, even after one changed part, and any modification makes it
// unreadable.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DEVELOPER, READING, machineOf, readingWith } from './authority.fixture.ts'
import { readMachine, tellMachine } from './machine.ts'
import { createFileStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const KEPT = { lease: 'a.b.c', code: 'AAAA-BBBB', latest: 12 }
function written() {
  const path = join(folder, `${++made}`, 'deep', 'x.license')
  createFileStore(path, DEVELOPER, machineOf().parts).write(KEPT)
  return path
}
const readAs = (path: string, parts = machineOf().parts, developerId = DEVELOPER) =>
  createFileStore(path, developerId, parts).read()
const NOTHING = { kept: {}, isUnreadable: true }

it('is readable on its device, private to the user, and encrypted', () => {
  const path = written()
  expect(readAs(path)).toEqual({ kept: KEPT, isUnreadable: false })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).not.toMatch(/AAAA-BBBB|a\.b\.c|"lease"/)
  expect(readdirSync(join(path, '..'))).toEqual(['x.license'])
  expect(readAs(join(folder, 'none'))).toEqual({ kept: {}, isUnreadable: false })
})

it('survives one changed or missing device part, but not two, and is not readable for another developer', () => {
  const path = written()
  for (const kind of ['systemId', 'board', 'cpu', 'disk', 'network'] as const) {
    expect(readAs(path, machineOf(readingWith([kind])).parts).kept, kind).toEqual(KEPT)
    expect(readAs(path, { ...machineOf().parts, [kind]: undefined }).kept, kind).toEqual(KEPT)
  }
  expect(readAs(path, machineOf(readingWith(['disk', 'network'])).parts)).toEqual(NOTHING)
  expect(readAs(path, machineOf().parts, DEVELOPER + 1)).toEqual(NOTHING)
})

it('is unreadable after any change to its content', () => {
  const path = written()
  const whole = readFileSync(path, 'utf8')
  // It was written above.
  const file = JSON.parse(whole) as { version: number; keys: Record<string, unknown>[]; kept: Record<string, string> }
  const flipped = (text = '') => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`)
  for (const field of ['iv', 'tag', 'data']) {
    writeFileSync(path, JSON.stringify({ ...file, kept: { ...file.kept, [field]: flipped(file.kept[field]) } }))
    expect(readAs(path), field).toEqual(NOTHING)
    writeFileSync(
      path,
      JSON.stringify({ ...file, keys: file.keys.map((key) => ({ ...key, [field]: flipped(String(key[field])) })) }),
    )
    expect(readAs(path), `key ${field}`).toEqual(NOTHING)
  }
  for (const nonsense of [
    '',
    'null',
    '[]',
    '{}',
    '{"version":1,"keys":[null,{"parts":1}]}',
    whole.slice(0, -10),
    JSON.stringify({ ...file, version: 2 }),
    JSON.stringify({ ...file, kept: null }),
  ]) {
    writeFileSync(path, nonsense)
    expect(readAs(path), nonsense.slice(0, 40)).toEqual(NOTHING)
  }
})

it('a device with fewer than three parts requires all of them', () => {
  const path = join(folder, 'few.license')
  const few = { systemId: 'a', cpu: 'b' }
  createFileStore(path, DEVELOPER, few).write(KEPT)
  expect(readAs(path, few).kept).toEqual(KEPT)
  expect(readAs(path, { ...few, cpu: 'c' })).toEqual(NOTHING)
})

it('reading this device is fast and stable, and yields different digests for each developer', async () => {
  const before = process.cpuUsage()
  const reading = await readMachine()
  // CPU time only: waiting for other processes does not count.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
  expect(reading.parts.cpu).toBeTruthy()
  const idFile = join(folder, 'machine.id')
  const [one, again, other] = [
    tellMachine(1, reading, idFile),
    tellMachine(1, await readMachine(), idFile),
    tellMachine(2, reading, idFile),
  ]
  expect(again).toEqual(one)
  expect(one.fingerprint).not.toBe(other.fingerprint)
  for (const [kind, digest] of Object.entries(one.parts)) expect(Object.values(other.parts), kind).not.toContain(digest)
  expect(JSON.stringify(one.parts)).not.toContain(reading.parts.cpu)
})

it('the host name never counts, and a system without an id gets a permanent one', () => {
  const idFile = join(folder, 'made', 'made.id')
  expect(machineOf({ ...READING, name: 'renamed' }).fingerprint).toBe(machineOf().fingerprint)
  const bare = { parts: { cpu: 'cpu' } }
  const one = tellMachine(DEVELOPER, bare, idFile)
  expect(tellMachine(DEVELOPER, bare, idFile)).toEqual(one)
  expect(tellMachine(DEVELOPER, bare, join(folder, 'other.id')).fingerprint).not.toBe(one.fingerprint)
})
