// Finds exchange files in a text: a file, a mail that quotes one, or several files pasted below each other. The server
// judges them; here only the text around them is removed, so that it does not count as their size.

const HEADER = /^[>\s]*SEALWRIGHT (?:C2D|D2C) \d{1,3}\s*$/
const CHECKSUM = /^[>\s]*#[\da-f]{8}\s*$/

/** A text without a header is returned whole: the server explains what is wrong with it. */
export function filesInText(text: string): string[] {
  if (text.trim() === '') return []
  const lines = text.split(/\r\n|\r|\n/)
  const starts = lines.flatMap((line, index) => (HEADER.test(line) ? [index] : []))
  if (starts.length === 0) return [text]
  return starts.map((start, index) => {
    const rest = lines.slice(start, starts[index + 1])
    const end = rest.findIndex((line) => CHECKSUM.test(line))
    return `${rest
      .slice(0, end < 0 ? undefined : end + 1)
      .map((line) => line.replace(/^[>\s]+/, '').trimEnd())
      .filter((line) => line !== '')
      .join('\n')}\n`
  })
}

/** Whether a pasted text is meant for us. */
export const hasFile = (text: string) => text.split(/\r\n|\r|\n/).some((line) => HEADER.test(line))
