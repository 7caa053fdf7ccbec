// Finds a browser for the tests: the headless shell (a third less processor time than the full browser), else the
// system's Chromium, else Playwright's download. As root on Debian it installs missing packages. It does not start the
// browser. Chinese text needs its own font: without one, every screenshot shows boxes and still passes.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installPackages } from './lib/debian.mjs'
import { Complaint, ROOT, run, timed } from './lib/process.mjs'

const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium that runs; throws a Complaint with instructions if there is none. */
export async function findChromium() {
  const named = process.env.SEALWRIGHT_CHROMIUM
  if (named) {
    if (doesRun(named)) return named
    throw new Complaint(
      `SEALWRIGHT_CHROMIUM names ${named}, which does not run. Give the path of a Chromium or Chrome, or unset it.`,
    )
  }
  await installPackages([
    ...(systemChromium()?.endsWith(SHELL) ? [] : [SHELL]),
    ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ])
  // Not every distribution packages the shell separately.
  if (!systemChromium()) await installPackages(['chromium'])
  const found = systemChromium() ?? (await playwrightChromium())
  if (found) return found
  throw new Complaint(
    'No Chromium for the browser tests. Install one (Debian: apt-get install chromium-headless-shell fonts-noto-cjk) ' +
      'or set SEALWRIGHT_CHROMIUM to its path.',
  )
}

/** The first installed browser that runs. */
export function systemChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...PLACES]
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC].find(
    (path) => existsSync(path) && doesRun(path),
  )
}

/**
 * Ubuntu's /usr/bin/chromium-browser can be a stub that only asks for a snap, so the file's existence proves nothing.
 */
function doesRun(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function hasChineseFont() {
  if (process.platform !== 'linux') return true
  return Boolean(spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout?.trim())
}

async function playwrightChromium() {
  const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  if (!existsSync(path))
    await timed("Downloading Playwright's Chromium", () =>
      run('playwright', ['install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] }),
    )
  return existsSync(path) && doesRun(path) ? path : undefined
}
