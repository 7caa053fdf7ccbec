// One comparison: the differences first, each with what to do about it.
import { RECONCILED, billingDesk, paymentDesk } from '@sealwright/contract'
import type { ComparedRow, Reconciled } from '@sealwright/contract'
import { ArrowLeftRight, RefreshCw, Scale } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { MoneyCell, NameCell, Nothing, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { openCorrection } from './correction-dialogs.tsx'

const PATH = '/platform/reconciliations/view'
const LIST = { list: 'deskCompared', call: paymentDesk.findCompared }
const TONES: Record<Reconciled, Tone> = {
  matched: 'ok',
  missingHere: 'bad',
  missingThere: 'bad',
  amountDiffers: 'warn',
  stateDiffers: 'warn',
}
const keyOf = ({ id }: ComparedRow) => id
const nameOf = ({ serial }: ComparedRow) => serial

function Outcome({ outcome }: Pick<ComparedRow, 'outcome'>) {
  const t = usePhrases()
  return (
    <>
      <StatusTag tone={TONES[outcome]}>{t(`tariff.outcomes.${outcome}`)}</StatusTag>
      <small className="cell-quiet"> {t(`tariff.reconciliations.hint.${outcome}`)}</small>
    </>
  )
}

const Amount = ({ fen }: { fen: number | null }) => (fen === null ? <Nothing /> : <MoneyCell fen={fen} />)

/** What a correction has to move, so that the books agree with the provider. */
const differenceOf = ({ toldFen, bookedFen, outcome }: ComparedRow) =>
  outcome === 'stateDiffers' ? (toldFen ?? 0) : (toldFen ?? 0) - (bookedFen ?? 0)

function useActions(): (row: ComparedRow) => RowAction[] {
  const t = usePhrases()
  const canAsk = useCan(paymentDesk.ask)
  const canCorrect = useCan(billingDesk.correct)
  const { act } = useAct(paymentDesk.ask, {
    onDone: ({ status }) =>
      toast.success(t('tariff.payments.askedNow', { status: t(`billing.topUpStates.${status}`) })),
  })
  return useCallback(
    (row) => {
      const { topUpGuid, outcome } = row
      if (outcome === 'matched') return []
      const ask: RowAction[] =
        canAsk && topUpGuid !== null
          ? [
              {
                key: 'ask',
                label: t('tariff.payments.ask'),
                icon: RefreshCw,
                isShown: outcome === 'stateDiffers',
                onSelect: () => void act({ guid: topUpGuid }),
              },
            ]
          : []
      const correct: RowAction[] = canCorrect
        ? [
            {
              key: 'correct',
              label: t('tariff.payments.correct'),
              icon: Scale,
              isShown: outcome !== 'stateDiffers',
              onSelect: () =>
                openCorrection({
                  developerId: row.developerId ?? undefined,
                  amountFen: differenceOf(row),
                  note: `${t(`tariff.outcomes.${outcome}`)} ${row.serial}`,
                  topUpGuid: topUpGuid ?? undefined,
                }),
            },
          ]
        : []
      return [...ask, ...correct]
    },
    [t, canAsk, canCorrect, act],
  )
}

const columnsOf = (t: Translate): Column<ComparedRow>[] => [
  {
    key: 'serial',
    title: t('billing.fields.serial'),
    minWidth: 210,
    priority: 3,
    cell: (row) => (
      <NameCell
        name={row.serial}
        below={row.developerName ?? undefined}
        {...(row.topUpGuid !== null && { href: pathTo('/platform/payments/view', { guid: row.topUpGuid }) })}
      />
    ),
  },
  {
    key: 'outcome',
    title: t('billing.fields.outcome'),
    minWidth: 320,
    priority: 3,
    cell: (row) => <Outcome outcome={row.outcome} />,
  },
  {
    key: 'told',
    title: t('tariff.reconciliations.told'),
    minWidth: 120,
    cell: (row) => <Amount fen={row.toldFen} />,
  },
  {
    key: 'booked',
    title: t('tariff.reconciliations.booked'),
    minWidth: 120,
    cell: (row) => <Amount fen={row.bookedFen} />,
  },
  {
    key: 'status',
    title: t('billing.fields.status'),
    minWidth: 130,
    cell: (row) => [row.toldState, row.status && t(`billing.topUpStates.${row.status}`)].filter(Boolean).join(' / '),
  },
  {
    key: 'toldTime',
    title: t('billing.fields.payTime'),
    minWidth: WIDTHS.time,
    cell: (row) => (row.toldTime === null ? <Nothing /> : <TimeCell at={row.toldTime} />),
  },
]

const cardOf = (t: Translate, row: ComparedRow): CardParts => ({
  name: row.serial,
  below: row.developerName ?? undefined,
  facts: [
    { label: t('billing.fields.outcome'), value: <Outcome outcome={row.outcome} /> },
    { label: t('tariff.reconciliations.told'), value: <Amount fen={row.toldFen} /> },
    { label: t('tariff.reconciliations.booked'), value: <Amount fen={row.bookedFen} /> },
  ],
})

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { guid } = useSearchOf(PATH)
  const { data: run } = useAnswer(paymentDesk.getRun, { guid })
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'choice',
        name: 'outcome',
        label: t('billing.fields.outcome'),
        options: RECONCILED.map((value) => ({ value, label: t(`tariff.outcomes.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <ListPage
      path={PATH}
      {...LIST}
      where={useMemo(() => ({ guid }), [guid])}
      keeps={useMemo(() => ({ guid }), [guid])}
      title={run?.fileName ?? t('tariff.reconciliations.detail')}
      {...(run && {
        sentence: [
          t(`billing.methods.${run.paymentMethod}`),
          `${format.time(run.startTime)} – ${format.time(run.endTime)}`,
        ].join(' · '),
      })}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: ComparedRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions()}
      empty={{
        icon: ArrowLeftRight,
        title: t('tariff.reconciliations.rowsEmpty'),
        sentence: t('tariff.reconciliations.intro'),
      }}
    />
  )
}
