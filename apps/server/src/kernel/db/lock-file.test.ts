import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderInUse, holdFolder } from './folder-lock.ts'

it('the lock file is private, and refused attempts do not release the lock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-file-'))
  try {
    const hold = await holdFolder(folder)
    expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o600)
    await expect(holdFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
    await expect(holdFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
    await hold.release()
    await (await holdFolder(folder)).release()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
