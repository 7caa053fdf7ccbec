// The proof of work beside the page, so that the page stays quick. It is started with the work and ended by
// `terminate`.
import type { CaptchaWork } from '@sealwright/contract'
import { solve } from './proof-of-work.ts'
import type { WorkReport } from './work.ts'

function tell(report: WorkReport): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a worker's own postMessage has no target: it speaks to the page that started it
  globalThis.postMessage(report)
}

globalThis.addEventListener('message', ({ data }: MessageEvent<CaptchaWork>) => {
  const run = solve(data)
  let step = run.next()
  for (; !step.done; step = run.next()) tell({ done: step.value })
  tell({ nonces: step.value })
})
