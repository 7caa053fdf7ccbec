// The unit tests in three projects, by what they need: nothing, a PostgreSQL, or a page. `npm run unit -- --project
// console` runs one of them. Where nothing is left behind, files share their workers. In the console the set-up file
// sees to that.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Nothing is shown by a machine that is slow today.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    isolate: false,
    // One a core, and not one less: much of the time goes into waiting for PostgreSQL.
    maxWorkers: '100%',
    // A test that leaks a timer or a rejection is a defect, not noise.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            '{apps/server,apps/demo-program,bench,packages/sdk,packages/testkit}/**/*.test.ts',
            'tools/sdk.test.ts',
          ],
          globalSetup: ['packages/testkit/src/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: [
            '{packages/{contract,phrases,client},tools}/**/*.test.ts',
            'apps/console/*.test.ts',
            'apps/console/build/*.test.ts',
          ],
          exclude: ['tools/sdk.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['apps/console/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['apps/console/tests.setup.ts'],
        },
      },
    ],
  },
})
