#!/usr/bin/env node
// Starts the command with a Node that runs TypeScript: this one, or the one of the repository. The command owns stdin,
// stdout and the exit code.
import { spawnSync } from 'node:child_process'
import { constants, homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Complaint, findNode } from '../../../tools/lib/process.mjs'

const MAIN = new URL('../src/main.ts', import.meta.url)
try {
  const node = findNode()
  const { status, signal } = spawnSync(
    node,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(MAIN), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      // Halves the time of a start. In the home folder, where nobody else can put code.
      env: { NODE_COMPILE_CACHE: join(homedir(), '.cache', 'sealwright'), ...process.env },
    },
  )
  process.exitCode = status ?? 128 + constants.signals[signal]
} catch (error) {
  console.error(error instanceof Complaint ? error.message : error)
  process.exitCode = 4
}
