// IP addresses and ranges of them, as people write them. Without zod's formats: the console would load them on every
// page.

const PART = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const IPV4 = new RegExp(`^${PART}(?:\\.${PART}){3}$`)
const isIpv6 = (text: string) => /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)

/** An IP address, or a range such as 203.0.113.0/24. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = IPV4.test(address) ? 32 : isIpv6(address) ? 128 : undefined
  if (most === undefined || rest.length > 0) return false
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= most)
}

/** The networks of a text, one per line. */
export const networksOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
