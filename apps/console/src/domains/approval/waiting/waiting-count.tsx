// The number of requests that wait for the person, beside the menu entries. The menu loads this after the first screen.
// A new message or an own act asks for the numbers again, as for every other answer about requests.
import { LICENSE_FAMILIES, auditCalls, auditPath } from '@sealwright/contract'
import { useAnswer } from '../../../lib/call/client.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

interface WaitingCountProps {
  /** The queue of one license family. Absent: all of them. */
  path?: string
  className: string | undefined
}

export function WaitingCount({ path, className }: WaitingCountProps) {
  const t = usePhrases()
  const format = useFormat()
  const { data } = useAnswer(auditCalls.count, {})
  const count = LICENSE_FAMILIES.filter((family) => path === undefined || path === auditPath(family)).reduce(
    (sum, family) => sum + (data?.[family] ?? 0),
    0,
  )
  return (
    count > 0 && (
      <small className={className} title={t('audit.waiting', { count })}>
        {' '}
        {format.number(count)}
      </small>
    )
  )
}
