// Owns the claim on the data folder: one live Sealwright process per folder, whoever started it.
// It does not own what is inside; the embedded PostgreSQL relies on it before it takes over an orphan. Surprising: the
// lock is SQLite's, the one kernel file lock that Node can reach. The kernel drops it at any death, kill -9 included,
// so there is no stale file, reused pid or zombie to judge, and no race in taking over. The pid is only for the
// message.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** The data folder already serves another live process; `pid` is that process, or null while it has not yet said so. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly pid: number | null

  constructor(dataDir: string, pid: number | null) {
    super(
      `The data folder ${dataDir} is in use by another Sealwright process${pid === null ? '' : ` (pid ${pid})`}. Stop that one, or set SEALWRIGHT_DATA_DIR to another folder.`,
    )
    this.pid = pid
  }
}

// Referenced from here as well: a collected handle would close its file and give the folder away silently.
const held = new Set<DatabaseSync>()

/**
 * Claims the folder (made when missing) until `release` or the end of this process. Throws FolderInUse at once, never
 * waits.
 */
export async function holdFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  // 0711: started as root, PostgreSQL runs as another user and must pass through. Secrets inside carry their own mode.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'lock')
  // Ours alone: whoever may read the file may also hold a lock on it, and the server would not start.
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
  // A side file, since opening and closing the locked file in this process would drop the lock (a POSIX rule).
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
