// Preloaded into the server: stops it when the command that started it ends, even by kill -9. The parent's pid is in
// this module's URL, so a parent that ended before this line runs is noticed too.
import { isMainThread } from 'node:worker_threads'
import { onParentGone } from './process.mjs'

// Worker threads preload this module too, but one request to stop is enough.
if (isMainThread)
  onParentGone(() => process.kill(process.pid, 'SIGTERM'), Number(new URL(import.meta.url).searchParams.get('parent')))
