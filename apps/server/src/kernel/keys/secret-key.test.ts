// The key file during concurrent first starts, and in a folder that cannot hold it.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSecretKey } from './secret-box.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealwright-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('concurrent first starts agree on one key and leave no temporary files', async () => {
  const file = join(folder, 'secret.key')
  const keys = await Promise.all(Array.from({ length: 30 }, () => loadSecretKey(undefined, file)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secret.key'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('a folder that cannot hold the file is an error, not a missing key', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(loadSecretKey(undefined, join(folder, 'file', 'secret.key'))).rejects.toThrow(/ENOTDIR|EEXIST/)
})
