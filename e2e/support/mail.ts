// Reads the mails that the SMTP server of a test received: the text, and the code and the link in it.
import type { TestSmtp } from '@sealwright/testkit/smtp'

export interface Mail {
  text: string
  code: string
  link: string
}

function decode(content: string): string {
  const end = /\r?\n\r?\n/.exec(content)
  const head = content.slice(0, end?.index)
  const body = content.slice((end?.index ?? 0) + (end?.[0].length ?? 0))
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The next mail to this address; skips mails to other addresses. */
export async function mailTo(smtp: TestSmtp, address: string): Promise<Mail> {
  for (;;) {
    const { to, content } = await smtp.next()
    if (!to.includes(address)) continue
    const text = decode(content).replaceAll('\r\n', '\n')
    return { text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '', link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
  }
}
