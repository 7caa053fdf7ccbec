// A cell of a row of a task. A cell that the row failed for is marked.
import type { WorkRow } from '@sealwright/contract'
import { TriangleAlert } from 'lucide-react'
import { Nothing } from '../../../blocks/list/columns.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './task-progress.css'

export function WorkCell({ cell }: { cell: WorkRow['cells'][number] | undefined }) {
  const t = usePhrases()
  if (!cell?.isWrong) return <span className="work-cell">{cell?.value || <Nothing />}</span>
  return (
    <span className="work-cell work-cell-wrong">
      <TriangleAlert size={13} aria-label={t('task.wrongCell')} role="img" />
      {cell.value || t('task.emptyCell')}
    </span>
  )
}
