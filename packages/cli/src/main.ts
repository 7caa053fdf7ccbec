// `sealwright RESOURCE VERB …`: the command line of the open API on this computer's terminal.
import { once } from 'node:events'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommandLine } from './run.ts'

// `sealwright … | head` closes the pipe early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 4))

/** Asks on stderr, so that stdout has only answers. A hidden answer is not shown while it is typed. */
async function ask(question: string, isHidden: boolean): Promise<string> {
  let isMuted = false
  const output = new Writable({
    write(part: Buffer, _encoding, done) {
      if (!isMuted) process.stderr.write(part)
      done()
    },
  })
  const line = createInterface({ input: process.stdin, output, terminal: true })
  line.once('SIGINT', () => process.exit(130))
  try {
    const answer = line.question(question)
    isMuted = isHidden
    return await answer
  } finally {
    line.close()
    if (isHidden) process.stderr.write('\n')
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  async out(part) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain')
  },
  err: (part) => void process.stderr.write(part),
  readInput: () => text(process.stdin),
  ask: process.stdin.isTTY ? ask : null,
  columns: process.stdout.isTTY ? process.stdout.columns : null,
  showsProgress: process.stderr.isTTY,
  fetch,
  now: () => new Date(),
  pause: (ms) => pause(ms),
  home: homedir(),
})
