// Owns "one at a time in this checkout": two commands started together must not install or build over each other. It is
// not the server's lock on its data folder. Surprising: the lock is a loopback port derived from the checkout's path;
// the kernel frees it at any death, so it cannot go stale, and waiting is a connection that ends when the holder does.
import { createHash } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from './process.mjs'

const GREETING_MS = 3000

/** Runs `work` while no other command of this checkout runs its own for the same topic; waits for its turn. */
export async function exclusively(topic, work) {
  const name = `sealwright ${topic} ${ROOT}\n`
  const waiting = new Set()
  const server = createServer((socket) => {
    waiting.add(socket.on('error', () => {}))
    socket.write(name)
  })
  // Below the range that systems hand out to outgoing connections.
  let port = 20_000 + (createHash('sha256').update(name).digest().readUInt16BE() % 10_000)
  for (let refused = 0; !(await listen(server, port));) {
    const met = await waitFor(port, name, () =>
      process.stderr.write(`Waiting for another command of this checkout (${topic}) …\n`),
    )
    if (met === 'refused') await pause(100)
    refused = met === 'refused' ? refused + 1 : 0
    // Someone else's port: every command of this checkout meets the same stranger and moves on to the same next one.
    if (met === 'stranger' || refused > 5) port++
  }
  try {
    return await work()
  } finally {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    const failed = (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', failed).listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

function waitFor(port, name, onMet) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let met = 'refused'
    const silence = setTimeout(() => {
      met = 'stranger'
      socket.destroy()
    }, GREETING_MS)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      clearTimeout(silence)
      met = String(data) === name ? 'left' : 'stranger'
      if (met === 'stranger') socket.destroy()
      else onMet()
    })
    socket.on('close', () => {
      clearTimeout(silence)
      resolve(met)
    })
  })
}
