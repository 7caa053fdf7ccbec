// Owns the claim on the data folder: one live Sealwright process per folder. The embedded PostgreSQL relies on it
// before it takes over an orphan. Surprising: the lock is a SQLite lock, the only kernel file lock that Node can use.
// The kernel releases it when the process dies, even by kill -9, so there are no stale files, reused pids or races to
// handle. The pid is only for the error message.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** Another live process uses the data folder. `pid` is null until that process has written it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly pid: number | null

  constructor(dataDir: string, pid: number | null) {
    super(
      `The data folder ${dataDir} is in use by another Sealwright process${pid === null ? '' : ` (pid ${pid})`}. ` +
        'Stop that process, or set SEALWRIGHT_DATA_DIR to another folder.',
    )
    this.pid = pid
  }
}

// Keeps the handles alive: a garbage-collected handle would close its file and release the lock silently.
const held = new Set<DatabaseSync>()

/**
 * Claims the folder (created if missing) until `release` or the end of this process. Throws FolderInUse, never waits.
 */
export async function holdFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  // 0711: if root starts the server, PostgreSQL runs as another user and must be able to enter. Secrets have stricter
  // modes.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'lock')
  // Private, because a user who can read the file can also lock it, and the server would not start.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const lock = new DatabaseSync(file, { timeout: 0 })
  const pidFile = join(dataDir, 'lock.pid')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
    throw new FolderInUse(dataDir, readPid(pidFile))
  }
  held.add(lock)
  // A separate file, because closing the locked file in this process would drop the lock (a POSIX rule).
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    async release() {
      if (held.delete(lock)) lock.close()
    },
  }
}

function readPid(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null
  } catch {
    return null
  }
}
