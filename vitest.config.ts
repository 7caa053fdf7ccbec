import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,tools,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['packages/testkit/src/postgres.ts'],
    setupFiles: ['apps/console/patience.setup.ts'],
    // Nothing is shown by a machine that is slow today.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // One a core, and not one less: much of the time goes into waiting for PostgreSQL.
    maxWorkers: '100%',
    // A test that leaks a timer or a rejection is a defect, not noise.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
