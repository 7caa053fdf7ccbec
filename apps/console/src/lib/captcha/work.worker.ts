// Runs the proof of work in a worker, so that the page stays responsive. The first message starts it; `terminate` ends
// it.
import type { CaptchaWork } from '@sealwright/contract'
import { solve } from './proof-of-work.ts'
import type { WorkReport } from './work.ts'

function tell(report: WorkReport): void {
  // oxlint-disable-next-line require-post-message-target-origin -- in a worker, postMessage has no target origin
  globalThis.postMessage(report)
}

globalThis.addEventListener('message', ({ data }: MessageEvent<CaptchaWork>) => {
  const run = solve(data)
  let step = run.next()
  for (; !step.done; step = run.next()) tell({ done: step.value })
  tell({ nonces: step.value })
})
