// How the browser tests run: one built server for the whole run (global-set-up.ts), two workers, no second chances.
// The browser is the one that `npm test` found, else the system's.
import { defineConfig } from '@playwright/test'
import { systemChromium } from '../tools/chromium.mjs'

const executablePath = process.env['SEALWRIGHT_CHROMIUM'] ?? (systemChromium() as string | undefined) // plain JavaScript has no types
// Each worker reads this file too and must not search again.
if (executablePath) process.env['SEALWRIGHT_CHROMIUM'] = executablePath

const definedOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

export default defineConfig({
  testDir: '.',
  outputDir: '../.build/test/browser',
  globalSetup: './global-set-up.ts',
  workers: 2,
  // Both workers end together: no file is longer than the rest.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A machine that is shared may be several times slower than it was a minute ago; what is wrong stays wrong for longer
  // than this.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A browser that knows no character set but ASCII calls a file with another name "download".
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
    // Nothing is drawn that nobody looks at: two cores have no graphics card.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
