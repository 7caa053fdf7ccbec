// Credits and debits by operators: what waits for a second operator, and what was done.
import { CORRECTED_KINDS, CORRECTION_STATES, LIMITS, billingDesk } from '@sealwright/contract'
import type { CorrectionRow, CorrectionState } from '@sealwright/contract'
import { Check, Plus, Scale, SlidersHorizontal, X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'
import {
  kindWord,
  openCorrection,
  openLimit,
  openRejection,
  shownAmount,
  useConfirmCorrection,
} from './correction-dialogs.tsx'
import { useDevelopers } from './developer-field.tsx'

const PATH = '/platform/corrections'
const LIST = { list: 'deskCorrections', call: billingDesk.findCorrections }
const TONES: Record<CorrectionState, Tone> = { waiting: 'warn', done: 'ok', rejected: 'bad', withdrawn: 'neutral' }
const keyOf = ({ guid }: CorrectionRow) => guid
const nameOf = ({ developerName }: CorrectionRow) => developerName

function State({ row: { state, reason } }: { row: CorrectionRow }) {
  const t = usePhrases()
  return (
    <>
      <StatusTag tone={TONES[state]}>{t(`tariff.correctionStates.${state}`)}</StatusTag>
      {reason !== null && <small className="cell-quiet"> {reason}</small>}
    </>
  )
}

const columnsOf = (t: Translate, format: Format): Column<CorrectionRow>[] => [
  {
    key: 'developer',
    title: t('billing.fields.developerName'),
    minWidth: 150,
    priority: 3,
    cell: (row) => row.developerName,
  },
  { key: 'kind', title: t('billing.fields.kind'), minWidth: 110, cell: (row) => kindWord(t, row.kind) },
  {
    key: 'amount',
    title: t('billing.fields.amount'),
    minWidth: 120,
    priority: 3,
    cell: (row) => <span className="sw-tabular">{shownAmount(format, row)}</span>,
  },
  {
    key: 'state',
    title: t('billing.fields.state'),
    minWidth: 130,
    priority: 3,
    cell: (row) => <State row={row} />,
  },
  { key: 'note', title: t('billing.fields.note'), minWidth: 180, cell: (row) => row.note },
  {
    key: 'maker',
    title: t('tariff.corrections.maker'),
    minWidth: 110,
    cell: (row) => row.maker ?? t('tariff.prices.byCommand'),
  },
  { key: 'decider', title: t('tariff.corrections.decider'), minWidth: 110, cell: (row) => row.decider ?? '' },
  {
    key: 'createTime',
    title: t('billing.fields.createTime'),
    sort: 'createTime',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

function useActions(): (row: CorrectionRow) => RowAction[] {
  const t = usePhrases()
  const canDecide = useCan(billingDesk.confirmCorrection)
  const confirm = useConfirmCorrection()
  return useCallback(
    (row) => {
      if (!canDecide || row.state !== 'waiting') return []
      const reject: RowAction = {
        key: 'reject',
        label: t(row.isOwn ? 'tariff.corrections.takeBack' : 'tariff.corrections.reject'),
        icon: X,
        isDanger: true,
        onSelect: () => openRejection(row),
      }
      if (row.isOwn) return [{ ...reject, isShown: true }]
      return [
        {
          key: 'confirm',
          label: t('tariff.corrections.confirm'),
          icon: Check,
          isShown: true,
          onSelect: () => confirm(row),
        },
        reject,
      ]
    },
    [t, canDecide, confirm],
  )
}

const cardOf = (t: Translate, format: Format, row: CorrectionRow): CardParts => ({
  name: row.developerName,
  below: `${kindWord(t, row.kind)} ${shownAmount(format, row)}`,
  facts: [
    { label: t('billing.fields.state'), value: <State row={row} /> },
    { label: t('billing.fields.note'), value: row.note },
    { label: t('tariff.corrections.maker'), value: row.maker ?? t('tariff.prices.byCommand') },
  ],
  foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { developerId = '' } = useSearchOf(PATH)
  const developers = useDevelopers(developerId)
  const { data } = useAnswer(billingDesk.findCorrections, { pageSize: 1 })
  const limitFen = data?.limitFen ?? LIMITS.desk.correctionFen
  const add = (
    <Can call={billingDesk.correct}>
      <Button kind="primary" icon={Plus} onPress={() => openCorrection()}>
        {t('tariff.corrections.add')}
      </Button>
    </Can>
  )
  const filters: Filter[] = [
    {
      kind: 'choice',
      name: 'state',
      label: t('billing.fields.state'),
      options: CORRECTION_STATES.map((value) => ({ value, label: t(`tariff.correctionStates.${value}`) })),
    },
    { kind: 'pick', name: 'developerId', label: t('billing.fields.developerName'), ...developers },
    {
      kind: 'choice',
      name: 'kind',
      label: t('billing.fields.kind'),
      options: CORRECTED_KINDS.map((value) => ({ value, label: kindWord(t, value) })),
    },
  ]
  return (
    <ListPage
      path={PATH}
      {...LIST}
      title={t('tariff.menu.corrections')}
      sentence={t('tariff.corrections.intro', { limit: format.money(limitFen) })}
      primary={add}
      tools={
        <Can call={billingDesk.setCorrectionLimit}>
          <Button icon={SlidersHorizontal} onPress={() => openLimit(limitFen)}>
            {t('tariff.corrections.limit')}
          </Button>
        </Can>
      }
      filters={filters}
      columns={useMemo(() => columnsOf(t, format), [t, format])}
      card={useCallback((row: CorrectionRow) => cardOf(t, format, row), [t, format])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions()}
      empty={{
        icon: Scale,
        title: t('tariff.corrections.empty'),
        sentence: t('tariff.corrections.intro', { limit: format.money(limitFen) }),
        action: add,
      }}
    />
  )
}
