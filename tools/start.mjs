// `npm start`: installs and builds what is missing or stale, then runs the server and exits with its exit code. It does
// not read the server's settings; the environment is passed on unchanged. The server runs in its own process group:
// Ctrl-C reaches the whole group of the terminal and npm repeats it, and a second signal would end the server before it
// has stopped cleanly. From here it gets only one.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildAll, SERVER_BUNDLE, SERVER_FLAGS } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Complaint, findNode, ROOT, run } from './lib/process.mjs'
import { startHelp } from './lib/start-help.mjs'

await command(async ({ onStop }) => {
  const [given] = process.argv.slice(2)
  if (given === '--help' || given === '-h') {
    console.log(startHelp())
    return 0
  }
  if (given !== undefined)
    throw new Complaint(`npm start takes no arguments and got "${given}". Try npm start -- --help`)
  await ensureInstalled()
  await buildAll()
  const watch = `${pathToFileURL(join(ROOT, 'tools/lib/leave-with-parent.mjs')).href}?parent=${process.pid}`
  return run(findNode(), [...SERVER_FLAGS, '--import', watch, SERVER_BUNDLE], {
    detached: true,
    onStart(server) {
      let isAsked = false
      onStop((signal) => {
        if (!isAsked) server.kill(signal)
        isAsked = true
      })
    },
  })
})
