// The addresses of promotion links, as people copy them and as a QR code has them.
import { METHOD_PARAMETER } from '@sealwright/contract'

/** The full address. `via` tells the report how the visitor came. */
export function linkAddress(url: string, via?: 'qr'): string {
  const address = new URL(url, location.origin)
  if (via) address.searchParams.set(METHOD_PARAMETER, via)
  return address.href
}
