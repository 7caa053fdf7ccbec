// Playwright's global set-up: starts one server on a fresh data folder and passes its address to the workers through
// environment variables.
import { startCenter } from './center-process.ts'

// oxlint-disable-next-line import/no-default-export -- how Playwright finds it
export default async function setUp() {
  const center = await startCenter()
  process.env['SEALWRIGHT_E2E_URL'] = center.url
  process.env['SEALWRIGHT_E2E_DATABASE'] = center.databaseUrl
  process.env['SEALWRIGHT_E2E_FOLDER'] = center.folder
  return () => center.stop()
}
