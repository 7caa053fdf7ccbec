// Keeps developers' SMTP settings out of the platform operator's own network, on the ports of mail servers. The
// operator names exceptions in SEALWRIGHT_SMTP_ALLOWED.
import { SMTP_PORTS } from '@sealwright/contract'
import { NetworkNotAllowed, createNetworkGuard } from '../network-guard.ts'
import type { NetworkException, Resolve } from '../network-guard.ts'

export interface SmtpGuard {
  /** Whether some address of the host may be contacted on this port. Looks nothing up. */
  allowsPort(host: string, port: number): boolean
  /** Whether mail can go to some address of the host without signing in. Looks nothing up. */
  allowsNoUser(host: string, port: number): boolean
  /**
   * An address of the host to connect to. Throws NetworkNotAllowed, or the error of the resolver. Without a user, only
   * an exception is allowed: a server elsewhere would take mail from any address because it trusts the center's.
   */
  addressOf(host: string, port: number, hasUser: boolean): Promise<string>
}

export function createSmtpGuard(exceptions: readonly NetworkException[], resolve?: Resolve): SmtpGuard {
  const guard = createNetworkGuard({ exceptions, publicPorts: SMTP_PORTS, resolve })
  return {
    allowsPort: (host, port) => SMTP_PORTS.includes(port) || guard.canBeExcepted(host, port),
    allowsNoUser: guard.canBeExcepted,
    async addressOf(host, port, hasUser) {
      const [first] = await guard.addressesOf(host, port, !hasUser)
      if (first === undefined) throw new NetworkNotAllowed('the address is not allowed')
      return first
    },
  }
}
