// Downloads with progress that continue after their screen is left: the page holds the list of running downloads, not a
// component.
import { Refusal, Unreachable } from '@sealwright/client'
import { LIMITS, isEnvelope, toForm } from '@sealwright/contract'
import { create } from 'zustand'
import { isHandledCentrally } from '../central.ts'
import { randomId } from '../random-id.ts'
import { saveAs } from '../save-as.ts'
import { surface } from '../surface.ts'
import { toast } from '../toast.ts'
import { say } from '../words/i18n.tsx'
import { callHeaders, handleFailure } from './client.ts'

export { saveAs }

export interface Download {
  id: string
  fileName: string
  receivedBytes: number
  /** Undefined if the server streams the file. */
  totalBytes: number | undefined
}

export const useDownloads = create<{ running: readonly Download[] }>(() => ({ running: [] }))

function update(id: string, change: Partial<Download>): void {
  useDownloads.setState(({ running }) => ({
    running: running.map((item) => (item.id === id ? { ...item, ...change } : item)),
  }))
}

const aborts = new Map<string, AbortController>()

export function cancelDownload(id: string): void {
  aborts.get(id)?.abort()
}

export interface DownloadOptions {
  path: string
  method?: 'GET' | 'POST'
  payload?: object
  fileName: string
}

async function readAll(response: Response, id: string): Promise<Blob> {
  const length = Number(response.headers.get('content-length'))
  // The length of a compressed answer is not the length of its content.
  update(id, { totalBytes: length > 0 && !response.headers.get('content-encoding') ? length : undefined })
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let receivedBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    receivedBytes += value.length
    update(id, { receivedBytes })
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' })
}

async function fetchFile(
  { path, method = 'POST', payload = {} }: DownloadOptions,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  const form = toForm(payload)
  const isGet = method === 'GET'
  let response: Response
  try {
    response = await fetch(isGet && form.size > 0 ? `${path}?${form}` : path, {
      method,
      credentials: 'same-origin',
      headers: { ...callHeaders(), ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }) },
      signal,
      ...(!isGet && { body: form.toString() }),
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new Unreachable(`${path} could not be reached`, { cause })
  }
  // Files have other types: JSON means that the call was refused.
  if (response.headers.get('content-type')?.includes('application/json')) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (isEnvelope(body) && body.code !== 0) throw new Refusal(body.code, body.desc, response.status, body.data)
  }
  if (!response.ok) throw new Unreachable(`${path} answered ${response.status}`)
  try {
    return await readAll(response, id)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new Unreachable(`${path} broke off`, { cause })
  }
}

/** Calls a path and saves the answer as a named file. Resolves to true if the file was saved. */
export async function download(options: DownloadOptions): Promise<boolean> {
  const id = randomId()
  const abort = new AbortController()
  aborts.set(id, abort)
  const handle = surface().handle.get()
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    abort.abort()
  }, LIMITS.console.downloadTimeoutMs)
  useDownloads.setState(({ running }) => ({
    running: [...running, { id, fileName: options.fileName, receivedBytes: 0, totalBytes: undefined }],
  }))
  try {
    saveAs(await fetchFile(options, id, abort.signal), options.fileName)
    toast.success(say('shell.download.saved', { fileName: options.fileName }))
    return true
  } catch (error) {
    if (isTimedOut) toast.warning(say('errors.platform.downloadTimedOut'))
    else if (!abort.signal.aborted) {
      handleFailure(error, handle)
      if (error instanceof Refusal && !isHandledCentrally(error)) toast.warning(error.message)
    }
    return false
  } finally {
    clearTimeout(timer)
    aborts.delete(id)
    useDownloads.setState(({ running }) => ({ running: running.filter((item) => item.id !== id) }))
  }
}
