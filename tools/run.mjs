// `node tools/run.mjs FILE …`: runs a TypeScript file directly, after installing missing packages. npm run bench,
// backup, platform, restore, verify-ledger and others use it. The program owns the terminal: stdin, stdout and the exit
// code are its own.
import { resolve } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { command, Complaint, findNode, run } from './lib/process.mjs'

await command(async ({ onStop }) => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Complaint('Usage: node tools/run.mjs FILE …')
  await ensureInstalled()
  return run(findNode(), ['--disable-warning=ExperimentalWarning', resolve(file), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    onStart(child) {
      // A Ctrl-C has already reached the child, which shares this terminal.
      onStop((signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
    },
  })
})
