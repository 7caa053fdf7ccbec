// The parts of a flow's row: the switch, the steps as a chain, and the waiting requests.
import { approveCalls, auditPath } from '@sealwright/contract'
import type { FlowRow } from '@sealwright/contract'
import { ChevronRight } from 'lucide-react'
import { NumberCell } from '../../../blocks/list/columns.tsx'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useCan, useOpens } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useFlowWords } from './flow-words.ts'
import { useTurn } from './turn-flow.ts'
import './flow.css'

export function FlowSwitch({ row }: { row: FlowRow }) {
  const t = usePhrases()
  const canTurn = useCan(approveCalls.turn)
  const turn = useTurn()
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch flow-switch"
      aria-label={t('approve.list.isOnOf', { name: row.name })}
      checked={row.isOn}
      disabled={!canTurn}
      onChange={() => turn(row)}
    />
  )
}

export function FlowChain({ row: { steps } }: { row: Pick<FlowRow, 'steps'> }) {
  const words = useFlowWords()
  return (
    <ol className="flow-chain">
      {steps.map((step, index) => (
        // A step has no other identity than its place.
        <li key={index}>
          {index > 0 && <ChevronRight size={13} aria-hidden />}
          <span className="flow-chain-step">{words.step(step)}</span>
        </li>
      ))}
    </ol>
  )
}

/** The number of waiting requests. It leads to their queue, or to the page of the flow if there are several queues. */
export function FlowWaiting({ row: { guid, families, waiting } }: { row: FlowRow }) {
  const format = useFormat()
  const opens = useOpens()
  const [family, ...others] = families.filter((one) => opens(auditPath(one)))
  if (waiting === 0 || family === undefined) return <NumberCell value={waiting} />
  const href = others.length > 0 ? pathTo('/approve/view', { guid }) : `${auditPath(family)}?view=all&state=waiting`
  return (
    <Link href={href} className="sw-tabular">
      {format.number(waiting)}
    </Link>
  )
}
