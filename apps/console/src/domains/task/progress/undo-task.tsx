// Asks before a task is undone, with the numbers that the server found by trying it.
import { isUndoable } from '@sealwright/contract'
import type { TaskRow, UndoPreview } from '@sealwright/contract'
import { alert, confirm } from '../../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { subjectOf } from './task-words.ts'
import './undo-task.css'

/** The effects of the undo, one sentence each, and the rows that stay. */
function Effects({ task: { kind, success }, preview }: { task: TaskRow; preview: UndoPreview }) {
  const t = usePhrases()
  const { money } = useFormat()
  const { undone: count, tried, units, reasons } = preview
  const amountFen = preview.amountFen ?? 0
  const effects = [
    isUndoable(kind) && t(`task.undo.effects.${kind}`, { count }),
    amountFen > 0 && t('task.undo.money', { amount: money(amountFen) }),
    amountFen < 0 && t('task.undo.owed', { amount: money(-amountFen) }),
    units > 0 && t('task.undo.units', { count: units }),
  ].filter((effect) => effect !== false)
  return (
    <div className="undo-effects">
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {reasons.map(({ sentence, count: left }) => (
        <p key={sentence}>{t('task.undo.left', { count: left, reason: sentence })}</p>
      ))}
      {tried < success && <p>{t('task.undo.some', { tried, total: success })}</p>}
      <p>{t('task.undo.final')}</p>
    </div>
  )
}

interface Asked {
  t: Translate
  task: TaskRow
  preview: UndoPreview
  undo: () => Promise<unknown>
}

export async function askUndo({ t, task, preview, undo }: Asked): Promise<void> {
  const title = t('task.undo.title', { subject: subjectOf(t, task) })
  const { undone, tried, reasons } = preview
  if (undone === 0 && tried === task.success) {
    await alert({
      title,
      body: t('task.undo.nothing', { reason: reasons[0]?.sentence ?? '' }),
    })
    return
  }
  await confirm({
    title,
    body: <Effects task={task} preview={preview} />,
    confirmText: t('task.actions.undo'),
    tone: 'danger',
    onConfirm: undo,
  })
}
