// A separate PostgreSQL for drills that break it or run several servers on it, with the key that those servers share.
// Its folder has the layout of a data folder, so that the proofs can check it after everything has stopped.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@sealwright/server/kernel/db/embedded-postgres.ts'

export interface OutsideDatabase {
  databaseUrl: string
  folder: string
  /** Ends it, cleanly or at once like a power cut, and starts it again. */
  restart(how: 'stop' | 'crash'): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function startOutsideDatabase(): Promise<OutsideDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  // When root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
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
