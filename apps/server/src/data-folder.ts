// Finds the database: the one in DATABASE_URL, or else the embedded one in the data folder. The server owns the folder.
// A command beside a running server uses the server's database instead of starting a second one.
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from './kernel/db/embedded-postgres.ts'
import { FolderInUse, holdFolder } from './kernel/db/folder-lock.ts'

export interface DatabaseHome {
  url: string
  isEmbedded: boolean
  close(): Promise<void>
}

/** For the server. Holds the data folder until `close`. */
export async function openHome(config: Config, log: Logger, onLost: (error: Error) => void): Promise<DatabaseHome> {
  const hold = await holdFolder(config.dataDir)
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, isEmbedded: false, close: () => hold.release() }
  try {
    const postgres = await startEmbeddedPostgres({
      folder: join(config.dataDir, 'postgres'),
      log: (line) => log.debug({ postgres: line }, 'postgres'),
      onLost,
    })
    return {
      url: postgres.url,
      isEmbedded: true,
      async close() {
        await postgres.stop()
        await hold.release()
      },
    }
  } catch (error) {
    await hold.release()
    throw error
  }
}

/** For operator commands, beside a running server or without one. */
export async function visitHome(config: Config, log: Logger): Promise<DatabaseHome> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, isEmbedded: false, close: async () => undefined }
  try {
    return await openHome(config, log, () => undefined)
  } catch (error) {
    const url = error instanceof FolderInUse ? runningPostgresUrl(join(config.dataDir, 'postgres')) : null
    if (url === null) throw error
    return { url, isEmbedded: true, close: async () => undefined }
  }
}
