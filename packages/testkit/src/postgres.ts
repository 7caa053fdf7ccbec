// Vitest global setup: one real PostgreSQL for the whole run, with a migrated template database that every test
// database is copied from.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layGround } from '@sealwright/server'
import { readConfig } from '@sealwright/server/config.ts'
import { startEmbeddedPostgres } from '@sealwright/server/kernel/db/embedded-postgres.ts'
import pino from 'pino'
import type { TestProject } from 'vitest/node'

export const TEMPLATE = 'sealwright_template'
/** All test centers share it, like the servers of one center. */
export const SECRET_KEY = '7e'.repeat(32)

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

// oxlint-disable-next-line import/no-default-export -- vitest looks for it there
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-test-'))
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: {
      // Test data does not have to survive a power failure.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // It would visit the databases of all tests so far, and plans would depend on when it came.
      autovacuum: 'off',
      max_connections: '300',
    },
  })
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const config = { ...readConfig({ SEALWRIGHT_SECRET_KEY: SECRET_KEY }), dataDir: folder }
  const ground = await layGround(config, databaseUrl(postgres.url, TEMPLATE), pino({ level: 'silent' }))
  // The job queue creates its own tables at its first start.
  await ground.jobs.open([ground.mailer.job])
  await ground.jobs.stop()
  await ground.close()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
