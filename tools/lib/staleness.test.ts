import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint, isInstallStale, isStale } from './staleness.mjs'

describe('a build', () => {
  let root: string
  const stamp = () => join(root, 'stamp')

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'staleness-'))
    mkdirSync(join(root, 'src/node_modules'), { recursive: true })
    writeFileSync(join(root, 'src/a.ts'), 'a')
    writeFileSync(stamp(), fingerprint(['src', 'lock.json'], root))
  })

  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const stale = () => isStale(['src', 'lock.json'], stamp(), root)

  test('is fresh while the contents of its sources stay the same, even if their times change', () => {
    utimesSync(join(root, 'src/a.ts'), 1, 1)
    expect(stale()).toBe(false)
  })

  test('is stale once its stamp is gone', () => {
    rmSync(stamp())
    expect(stale()).toBe(true)
  })

  test.each([
    ['a changed file', () => writeFileSync(join(root, 'src/a.ts'), 'b')],
    ['a new file', () => writeFileSync(join(root, 'src/b.ts'), '')],
    ['a removed file', () => rmSync(join(root, 'src/a.ts'))],
    ['an input that appeared', () => writeFileSync(join(root, 'lock.json'), '{}')],
  ])('is stale after %s', (_, change) => {
    change()
    expect(stale()).toBe(true)
  })

  test.each(['src/a.test.ts', 'src/node_modules/x.js'])('does not depend on %s', (file) => {
    writeFileSync(join(root, file), 'x')
    expect(stale()).toBe(false)
  })
})

describe('an install', () => {
  const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  const lock = {
    packages: {
      '': { name: 'root' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/native-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/native-arm64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'] },
      'node_modules/native-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/not-linux': { version: '1.0.0', optional: true, os: ['!linux'] },
      'node_modules/only-mac': { version: '1.0.0', optional: true, os: 'darwin' },
      'node_modules/below-wasm': { version: '1.0.0', optional: true },
    },
  }
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const native = { version: '1.0.0' }
  const complete = { 'node_modules/a': a, 'node_modules/native-x64': native }

  test.each([
    ['everything for this platform is installed', complete, false],
    ['a package is missing', { 'node_modules/native-x64': native }, true],
    ['a package has another version', { ...complete, 'node_modules/a': { ...a, version: '1.0.1' } }, true],
    ['a package has other contents', { ...complete, 'node_modules/a': { ...a, integrity: 'sha512-b' } }, true],
    ['a package is installed that the lock no longer has', { ...complete, 'node_modules/gone': native }, true],
    ['the binaries are for another architecture', { 'node_modules/a': a, 'node_modules/native-arm64': native }, true],
  ])('when %s', (_, packages, stale) => {
    expect(isInstallStale(lock, { packages }, machine)).toBe(stale)
  })

  test('is stale if it is missing', () => {
    expect(isInstallStale(lock, null, machine)).toBe(true)
  })
})
