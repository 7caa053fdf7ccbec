// Reads the files of a zip. The declared sizes are checked before anything is unpacked. Because they can lie, unpacking
// also counts the bytes, in steps that expand to at most a megabyte, and stops at the limit. Loaded on demand.
import { LIMITS } from '@sealwright/contract'
import { Unzip, UnzipInflate, unzipSync } from 'fflate'

const { exchangeFiles, exchangeFileBytes } = LIMITS.license
/** No zip of that many files is larger. A larger one is not read. */
export const ZIP_BYTES = 2 * exchangeFiles * exchangeFileBytes
/** Deflate expands up to a thousand times. */
const STEP_BYTES = 1_024

export type ZipFault = 'zipBroken' | 'zipEmpty' | 'zipTooMany' | 'zipTooLarge'

/** Not a folder, and not what macOS and Windows add. */
const isFile = (name: string) => !/\/$|(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$)/.test(name)
const baseName = (name: string) => name.split(/[/\\]/).at(-1) ?? name

function faultOf(bytes: Uint8Array): ZipFault | undefined {
  const sizes: number[] = []
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (isFile(name)) sizes.push(originalSize)
      return false
    },
  })
  if (sizes.length === 0) return 'zipEmpty'
  if (sizes.length > exchangeFiles) return 'zipTooMany'
  return sizes.some((size) => size > exchangeFileBytes) ? 'zipTooLarge' : undefined
}

interface Unpacked {
  name: string
  parts: Uint8Array[]
}

function unpack(bytes: Uint8Array): Unpacked[] | ZipFault {
  const files: Unpacked[] = []
  const faults: ZipFault[] = []
  const unzip = new Unzip((entry) => {
    if (!isFile(entry.name)) return
    if (files.length === exchangeFiles) return void faults.push('zipTooMany')
    const file: Unpacked = { name: baseName(entry.name), parts: [] }
    let size = 0
    files.push(file)
    entry.ondata = (error, part) => {
      if (error) return void faults.push('zipBroken')
      size += part.length
      if (size > exchangeFileBytes) {
        faults.push('zipTooLarge')
        entry.terminate()
      } else file.parts.push(part)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && faults.length === 0; at += STEP_BYTES)
    unzip.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length)
  return faults[0] ?? files
}

function textOf({ parts }: Unpacked): string {
  const decoder = new TextDecoder()
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
}

/** The files with their content, or why none is taken from this zip. */
export function filesInZip(bytes: Uint8Array): { name: string; text: string }[] | ZipFault {
  try {
    const fault = faultOf(bytes)
    if (fault) return fault
    const files = unpack(bytes)
    if (typeof files === 'string') return files
    return files.map((file) => ({ name: file.name, text: textOf(file) }))
  } catch {
    return 'zipBroken'
  }
}
