// Where the files of the center are: those of this version, and those of the data folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_KEY_FILE } from '../kernel/keys/secret-box.ts'

/** The root of the repository, both for the bundle in .build/server and for the source in apps/server/src/compose. */
const ROOT = join(import.meta.dirname, import.meta.dirname.endsWith(join('.build', 'server')) ? '../..' : '../../../..')
export const MIGRATIONS_DIR = join(ROOT, 'apps/server/db/migrations')
export const CONSOLE_DIR = join(ROOT, 'apps/console/dist')
const OWN_PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string } // our own file
export const VERSION = OWN_PACKAGE.version

export const checkpointFile = (dataDir: string) => join(dataDir, 'checkpoints', 'operation-log.jsonl')
export const secretKeyFile = (dataDir: string) => join(dataDir, SECRET_KEY_FILE)
/** The folder of the embedded database, once it is there. It may be on another disk. */
export const embeddedFolders = (dataDir: string) => [join(dataDir, 'postgres')].filter((folder) => existsSync(folder))
/** The files of the data folder that a backup contains, by their names in the backup. */
export const keptFiles = (dataDir: string) => ({
  'checkpoints/operation-log.jsonl': checkpointFile(dataDir),
  [SECRET_KEY_FILE]: secretKeyFile(dataDir),
})
