// A PostgreSQL of its own for drills that break it, or that put several servers on it, with the key that those servers
// share. It lies in a folder as an embedded one would, so that the proofs can look at it once everything has stopped.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@sealwright/server/kernel/db/embedded-postgres.ts'

export interface OutsideDatabase {
  databaseUrl: string
  folder: string
  /** Ends it, in order or at once as a power cut would, and starts it again. */
  restart(how: 'stop' | 'crash'): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function startOutsideDatabase(): Promise<OutsideDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  // Started by root, PostgreSQL runs as another user and must pass through.
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'secret.key'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  const home = join(folder, 'postgres')
  let postgres = await startEmbeddedPostgres({ folder: home })
  const { url: databaseUrl } = postgres
  return {
    databaseUrl,
    folder,
    async restart(how) {
      if (how === 'crash')
        process.kill(Number.parseInt(await readFile(join(home, 'data/postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ folder: home })
      if (postgres.url !== databaseUrl) throw new Error('the database came back under another address')
    },
    stop: () => postgres.stop(),
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
