import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestCenter } from '@sealwright/testkit'
import { describe, expect, it } from 'vitest'
import { layGround } from '../../compose/ground.ts'
import { createSecretBox, loadSecretKey } from './secret-box.ts'

describe('a secret box', () => {
  const box = createSecretBox(randomBytes(32))

  it('opens a secret that it sealed, for the same purpose only', () => {
    const sealed = box.seal('totp:1', Buffer.from('seed'))
    expect(box.open('totp:1', sealed).toString()).toBe('seed')
    expect(sealed.includes('seed')).toBe(false)
    expect(() => box.open('totp:2', sealed)).toThrow()
    expect(() => createSecretBox(randomBytes(32)).open('totp:1', sealed)).toThrow()
  })

  it('detects a change of any byte', () => {
    const sealed = box.seal('p', Buffer.from('seed'))
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      expect(() => box.open('p', changed)).toThrow()
    }
  })

  it('is refused if it is cut, also within its tag', () => {
    const sealed = box.seal('p', Buffer.alloc(0))
    for (let length = 0; length < sealed.length; length++)
      expect(() => box.open('p', sealed.subarray(0, length))).toThrow()
  })
})

describe('the secret key', () => {
  it('is created once, readable only by its owner, and refused if damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sealwright-key-'))
    const file = join(folder, 'secret.key')
    const [first, second] = await Promise.all([loadSecretKey(undefined, file), loadSecretKey(undefined, file)])
    expect(first.equals(second)).toBe(true)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await writeFile(file, 'short')
    await expect(loadSecretKey(undefined, file)).rejects.toThrow(/damaged/)
    await rm(folder, { recursive: true })
  })

  it('stops the start if it is not the key of the database', async () => {
    const center = await createTestCenter()
    try {
      const { config, databaseUrl, log } = center.ground
      await expect(layGround({ ...config, secretKey: '00'.repeat(32) }, databaseUrl, log)).rejects.toThrow(
        /not the one this database was made with/,
      )
    } finally {
      await center.close()
    }
  })
})
