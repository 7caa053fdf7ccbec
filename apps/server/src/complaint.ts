// The reason why the server or a command did not start. A mistake in the environment is one sentence. Anything else is
// a bug and keeps its stack.
import { BadConfiguration } from './config.ts'
import { NoCenter } from './data-folder.ts'
import { UnfinishedDemo } from './demo/index.ts'
import { BackupRefusal } from './kernel/backup/refusal.ts'
import { isOutage, sqlState } from './kernel/db/database.ts'
import { FolderInUse } from './kernel/db/folder-lock.ts'
import { MigrationFailure } from './kernel/db/migrate.ts'
import { NoEmbeddedPostgres } from './kernel/db/postgres-programs.ts'
import { WrongSecretKey } from './kernel/keys/secret-box.ts'

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (
    error instanceof BackupRefusal ||
    error instanceof BadConfiguration ||
    error instanceof FolderInUse ||
    error instanceof MigrationFailure ||
    error instanceof NoCenter ||
    error instanceof NoEmbeddedPostgres ||
    error instanceof UnfinishedDemo ||
    error instanceof WrongSecretKey
  )
    return error.message
  const code = sqlState(error) ?? ''
  if (code === 'EADDRINUSE') return `${error.message}. Set SEALWRIGHT_PORT (or SEALWRIGHT_METRICS_PORT) to a free port.`
  // A refused login, an unknown database or an unknown host. The original messages contain no password.
  if (isOutage(error) || /^(?:28|3D)|^E(?:NOTFOUND|AI_AGAIN)$/.test(code))
    return `the database does not answer: ${error.message}.`
  if (code === 'EADDRNOTAVAIL') return `${error.message}. Set SEALWRIGHT_HOST to an address of this computer.`
  if (/^E(?:ACCES|PERM|ROFS|NOSPC|NOTDIR|EXIST)$|^ERR_SQLITE_ERROR$/.test(code))
    return `${error.message}. SEALWRIGHT_DATA_DIR must be a folder that this user can write to.`
  return error.stack ?? error.message
}
