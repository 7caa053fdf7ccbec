// Preloaded into the server: asks it to stop when the command that started it is gone, even by kill -9.
// The parent's pid comes in this module's own address, so that a parent gone before this line still counts.
import { isMainThread } from 'node:worker_threads'
import { onParentGone } from './process.mjs'

// Worker threads preload this as well, and one request to stop is enough.
if (isMainThread)
  onParentGone(() => process.kill(process.pid, 'SIGTERM'), Number(new URL(import.meta.url).searchParams.get('parent')))
