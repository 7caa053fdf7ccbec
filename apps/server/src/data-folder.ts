// Finds the database: the one in DATABASE_URL, or else the embedded one in the data folder. The server owns the folder.
// A command beside a running server uses the server's database instead of starting a second one. Most commands are
// about a center that exists: `requireCenter` keeps a wrong folder from becoming a new, empty center.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { secretKeyFile } from './compose/files.ts'
import type { Config } from './config.ts'
import { hasPostgres, runningPostgresUrl, startEmbeddedPostgres } from './kernel/db/embedded-postgres.ts'
import { FolderInUse, holdFolder } from './kernel/db/folder-lock.ts'
import { isMigrated } from './kernel/db/migrate.ts'

/** The configuration points to a place without a center. */
export class NoCenter extends Error {
  override name = 'NoCenter'
}

export interface DatabaseHome {
  url: string
  isEmbedded: boolean
  close(): Promise<void>
}

const postgresOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'postgres')

/** Whether the data folder has an embedded database. */
export const hasOwnDatabase = (config: Pick<Config, 'dataDir'>) => hasPostgres(postgresOf(config))

async function hasTables(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await isMigrated(client)
  } finally {
    await client.end()
  }
}

/** Refuses a folder or a database without a center, and creates nothing there. */
export async function requireCenter(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === undefined) {
    if (!hasOwnDatabase(config))
      throw new NoCenter(
        `There is no center in the data folder ${dataDir}. Set SEALWRIGHT_DATA_DIR to the folder of your center, ` +
          'or DATABASE_URL to its database, as for the server. A new center is made by npm start.',
      )
    return
  }
  if (!(await hasTables(databaseUrl)))
    throw new NoCenter(
      'There is no center in the database of DATABASE_URL. Set it to the database of your center, as for the server. ' +
        'A new center is made by npm start.',
    )
  const keyFile = secretKeyFile(dataDir)
  if (config.secretKey === undefined && !existsSync(keyFile))
    throw new NoCenter(
      `The center in the database of DATABASE_URL does not belong to the data folder ${dataDir}, which has no ` +
        'secret.key. Set SEALWRIGHT_DATA_DIR to its data folder, or SEALWRIGHT_SECRET_KEY to its key.',
    )
}

/** For the server. Holds the data folder until `close`. */
export async function openHome(config: Config, log: Logger, onLost: (error: Error) => void): Promise<DatabaseHome> {
  const hold = await holdFolder(config.dataDir)
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, isEmbedded: false, close: () => hold.release() }
  try {
    const postgres = await startEmbeddedPostgres({
      folder: postgresOf(config),
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
    const url = error instanceof FolderInUse ? runningPostgresUrl(postgresOf(config)) : null
    if (url === null) throw error
    return { url, isEmbedded: true, close: async () => undefined }
  }
}
