// Reads comma-separated text row by row. The encoding is detected first: UTF-16 by its byte order mark, UTF-8 if it is
// valid, or else GB18030, which a Chinese Excel writes.
import { setImmediate } from 'node:timers/promises'
import { COLUMNS_MAX, unreadable } from './problem.ts'

const isUtf16 = (head: Uint8Array) => head[0] === 0xff && head[1] === 0xfe

async function* decoded(file: Blob, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const bytes of file.stream()) {
      await setImmediate() // let other work run
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    throw unreadable(error)
  }
}

async function encodingOf(file: Blob): Promise<string> {
  if (isUtf16(new Uint8Array(await file.slice(0, 2).arrayBuffer()))) return 'utf-16le'
  try {
    for await (const _ of decoded(file, 'utf-8'));
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** The separator of cells: usually a comma, in some countries a semicolon, and a tab in copied cells. */
function separatorOf(firstLine: string): string {
  const unquoted = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** All rows, including empty ones. An unclosed quote is a problem, because it would swallow the rest of the file. */
export async function* readCsv(file: Blob, cellMax: number): AsyncGenerator<string[]> {
  let separator: string | undefined
  let special = /[,"\r\n]/g
  let row: string[] = []
  let cell = ''
  let state = 'begin' as 'begin' | 'plain' | 'quoted' | 'closing' // else the compiler assumes that it never changes
  let isAfterReturn = false
  let head = ''

  const add = (text: string) => {
    if (cell.length <= cellMax) cell += text.slice(0, cellMax + 1 - cell.length)
  }
  const endCell = () => {
    if (row.length < COLUMNS_MAX) row.push(cell)
    cell = ''
    state = 'begin'
  }

  function* take(text: string): Generator<string[]> {
    let at = 0
    while (at < text.length) {
      const char = text[at]
      if (isAfterReturn && char === '\n') at += 1
      else if (state === 'quoted') {
        const end = text.indexOf('"', at)
        add(text.slice(at, end < 0 ? undefined : end))
        at = end < 0 ? text.length : end + 1
        if (end >= 0) state = 'closing'
      } else if (char === '"' && state !== 'plain') {
        if (state === 'closing') add('"')
        state = 'quoted'
        at += 1
      } else if (char === separator) {
        endCell()
        at += 1
      } else if (char === '\r' || char === '\n') {
        endCell()
        yield row
        row = []
        at += 1
        isAfterReturn = char === '\r'
        continue
      } else {
        special.lastIndex = char === '"' ? at + 1 : at
        const end = special.exec(text)?.index ?? text.length
        add(text.slice(at, end))
        state = 'plain'
        at = end
      }
      isAfterReturn = false
    }
  }

  for await (const text of decoded(file, await encodingOf(file))) {
    if (text.includes('\0')) throw unreadable()
    if (separator === undefined) {
      head += text
      if (head.length > 0) {
        separator = separatorOf(head.slice(0, head.search(/[\r\n]|$/)))
        special = new RegExp(`[${separator}"\\r\\n]`, 'g')
        yield* take(head)
      }
    } else yield* take(text)
  }
  if (state === 'quoted') throw unreadable()
  if (row.length > 0 || cell !== '' || state !== 'begin') {
    endCell()
    yield row
  }
}
