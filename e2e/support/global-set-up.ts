// Playwright's global set-up: starts one server on a fresh data folder and passes its address to the workers through
// environment variables.
import pg from 'pg'
import { startCenter } from './center-process.ts'

/** Scheduled work would change what a test looks at: an unpaid service fee is renewed at eleven minutes past. */
const ONLY_EVERY_MINUTE = `
  create function pgboss.skip() returns trigger language plpgsql as 'begin return null; end';
  create trigger only_every_minute before insert or update on pgboss.schedule
    for each row when (new.cron <> '* * * * *') execute function pgboss.skip();
  delete from pgboss.schedule where cron <> '* * * * *'`

async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

// oxlint-disable-next-line import/no-default-export -- how Playwright finds it
export default async function setUp() {
  const center = await startCenter()
  await query(center.databaseUrl, ONLY_EVERY_MINUTE)
  process.env['SEALWRIGHT_E2E_URL'] = center.url
  process.env['SEALWRIGHT_E2E_DATABASE'] = center.databaseUrl
  process.env['SEALWRIGHT_E2E_FOLDER'] = center.folder
  return () => center.stop()
}
