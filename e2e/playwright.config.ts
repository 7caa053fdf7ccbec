// Configures the browser tests: one built server for the whole run (global-set-up.ts), two workers, no retries. The
// browser is the one that `npm test` found, else the system's.
import { defineConfig } from '@playwright/test'
import { systemChromium } from '../tools/chromium.mjs'

const executablePath = process.env['SEALWRIGHT_CHROMIUM'] ?? (systemChromium() as string | undefined) // untyped
// Each worker reads this file too and must not search again.
if (executablePath) process.env['SEALWRIGHT_CHROMIUM'] = executablePath

const definedOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

export default defineConfig({
  testDir: '.',
  outputDir: '../.build/test/browser',
  globalSetup: './support/global-set-up.ts',
  workers: 2,
  // Splits files between the workers, so that both end at about the same time.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Long enough for a shared machine that is several times slower than usual.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // With an ASCII locale, Chromium names every download with other characters "download".
    launchOptions: {
      ...(executablePath && { executablePath }),
      env: { ...definedOf(process.env), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Without a graphics card, animations cost processor time.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
