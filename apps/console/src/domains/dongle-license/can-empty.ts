// Who can clear locks. A clear also deletes licenses of products outside a row scope, so the server refuses it to
// administrators who see only some products.
import { useCanOpen } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'

export function useCanEmpty(): boolean {
  const { limited } = useSession()
  return useCanOpen('/pc/license/dongle/empty') && !limited.includes('product')
}
