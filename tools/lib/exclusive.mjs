// Keeps two commands of one checkout from installing or building at the same time. It is not the server's lock on its
// data folder. The lock is a loopback port derived from the checkout's path: the kernel frees it whenever the process
// ends, so it cannot go stale. A waiting command keeps a connection open that closes when the holder ends.
import { createHash } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from './process.mjs'

const GREETING_MS = 3000

/** Runs `work` once no other command of this checkout holds the same topic. */
export async function exclusively(topic, work) {
  const name = `sealwright ${topic} ${ROOT}\n`
  const waiting = new Set()
  const server = createServer((socket) => {
    waiting.add(socket.on('error', () => {}))
    socket.write(name)
  })
  // Below the range for outgoing connections.
  let port = 20_000 + (createHash('sha256').update(name).digest().readUInt16BE() % 10_000)
  for (let refused = 0; !(await listen(server, port));) {
    const met = await waitFor(port, name, () =>
      process.stderr.write(`Waiting for another command of this checkout (${topic}) …\n`),
    )
    if (met === 'refused') await pause(100)
    refused = met === 'refused' ? refused + 1 : 0
    // Another program holds the port. Every command of this checkout sees the same and moves to the same next port.
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
