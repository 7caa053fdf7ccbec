// `npm start`: installs and builds what is missing or stale, then runs the server and ends with its exit code. It knows
// nothing of the server's settings; the environment is passed on as it is.
// Surprising: the server runs in a process group of its own. Ctrl-C reaches everything in the terminal's group and npm
// repeats it, so the server would be told to stop two or three times and take that for impatience; from here it is told
// once.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildAll, SERVER_BUNDLE, SERVER_FLAGS } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, findNode, ROOT, run } from './lib/process.mjs'

await command(async ({ onStop }) => {
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
