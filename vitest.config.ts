// The unit tests, in three projects by what they need: PostgreSQL (server), nothing (plain) or a DOM (console). `npm
// run unit -- --project console` runs one of them. Test files share their workers (`isolate: false`), so a file must
// leave nothing behind; in the console, tests.setup.ts cleans up.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Long enough that a slow machine fails no test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    isolate: false,
    // One worker per core: tests spend much of their time waiting for PostgreSQL.
    maxWorkers: '100%',
    // A test that leaks a timer or a rejection is a defect, not noise.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            '{apps/server,apps/demo-program,apps/dongle,bench,packages/cli,packages/sdk,packages/testkit}/**/*.test.ts',
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
            '{packages/{client,contract,exchange,phrases},tools}/**/*.test.ts',
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
