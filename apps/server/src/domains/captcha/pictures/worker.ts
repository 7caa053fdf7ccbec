// The drawing thread: one order, one picture. It has no state and no access to browsers or the database.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Delivery, PictureKind } from './picture.ts'
import { drawPuzzle } from './puzzles.ts'

// On Linux this sets the priority of the thread: drawing ahead must never slow down an answer. Elsewhere it would apply
// to the whole server.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (kind: PictureKind) => {
  let delivery: Delivery
  try {
    delivery = { picture: drawPuzzle(kind) }
  } catch (error) {
    delivery = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(delivery)
})
