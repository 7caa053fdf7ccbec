// Runs the proof of work in a worker and reports its progress. If workers are missing or forbidden, it runs on the
// page, in slices.
import type { CaptchaWork } from '@sealwright/contract'
import { solve } from './proof-of-work.ts'

/** A message of the worker: puzzles done so far, or the nonces at the end. */
export type WorkReport = { done: number } | { nonces: number[] }

interface WorkOptions {
  signal: AbortSignal
  /** Puzzles done, out of `work.puzzles`. */
  onProgress?: (done: number) => void
}

function inWorker(work: CaptchaWork, { signal, onProgress }: WorkOptions): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
    const stop = () => {
      worker.terminate()
      reject(signal.reason as Error) // abort reasons are errors here
    }
    signal.addEventListener('abort', stop, { once: true })
    const end = () => {
      signal.removeEventListener('abort', stop)
      worker.terminate()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<WorkReport>) => {
      if ('done' in data) return onProgress?.(data.done)
      end()
      resolve(data.nonces)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end()
      reject(new Error('the worker did not start'))
    })
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has no other target than itself
    worker.postMessage(work)
  })
}

async function inSlices(work: CaptchaWork, { signal, onProgress }: WorkOptions): Promise<number[]> {
  const run = solve(work)
  for (;;) {
    signal.throwIfAborted()
    const step = run.next()
    if (step.done) return step.value
    onProgress?.(step.value)
    await new Promise((resume) => setTimeout(resume))
  }
}

/** Resolves to the nonces, one per puzzle. Rejects with the signal's reason if aborted. */
export async function doWork(work: CaptchaWork, options: WorkOptions): Promise<number[]> {
  options.signal.throwIfAborted()
  if (typeof Worker === 'undefined') return inSlices(work, options)
  try {
    return await inWorker(work, options)
  } catch {
    return inSlices(work, options) // stops immediately if the work was aborted
  }
}
