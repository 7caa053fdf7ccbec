// The top-ups of all developers.
import { PAYMENT_METHODS, TOP_UP_STATES, paymentDesk } from '@sealwright/contract'
import type { DeskPaymentRow, TopUpState } from '@sealwright/contract'
import { CreditCard } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, MoneyCell, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useDevelopers } from './developer-field.tsx'

const PATH = '/platform/payments'
const LIST = { list: 'deskPayments', call: paymentDesk.find }
const TONES: Record<TopUpState, Tone> = {
  pending: 'neutral',
  processing: 'brand',
  paid: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
}
const keyOf = ({ guid }: DeskPaymentRow) => guid
const nameOf = ({ serial }: DeskPaymentRow) => serial
const hrefOf = ({ guid }: Pick<DeskPaymentRow, 'guid'>) => pathTo('/platform/payments/view', { guid })

export function PaymentState({ status, isRefunded }: Pick<DeskPaymentRow, 'status' | 'isRefunded'>) {
  const t = usePhrases()
  return (
    <StatusTag tone={TONES[status]}>
      {t(`billing.topUpStates.${status}`)}
      {isRefunded && ` · ${t('billing.fields.isRefunded')}`}
    </StatusTag>
  )
}

const columnsOf = (t: Translate): Column<DeskPaymentRow>[] => [
  {
    key: 'serial',
    title: t('billing.fields.serial'),
    minWidth: 210,
    priority: 3,
    cell: (row) => <NameCell name={row.serial} below={row.developerName} href={hrefOf(row)} />,
  },
  {
    key: 'amount',
    title: t('billing.fields.amountFen'),
    minWidth: 120,
    cell: (row) => <MoneyCell fen={row.amountFen} />,
  },
  {
    key: 'gift',
    title: t('billing.fields.giftFen'),
    minWidth: 110,
    cell: (row) => <MoneyCell fen={row.giftFen} />,
  },
  {
    key: 'method',
    title: t('billing.fields.paymentMethod'),
    minWidth: 150,
    cell: (row) => t(`billing.methods.${row.paymentMethod}`),
  },
  {
    key: 'status',
    title: t('billing.fields.status'),
    minWidth: 110,
    priority: 3,
    cell: (row) => <PaymentState {...row} />,
  },
  { key: 'creator', title: t('billing.fields.creator'), minWidth: 120, cell: (row) => row.creator },
  {
    key: 'createTime',
    title: t('billing.fields.createTime'),
    sort: 'createTime',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.createTime} />,
  },
  {
    key: 'payTime',
    title: t('billing.fields.payTime'),
    minWidth: WIDTHS.time,
    cell: (row) => row.payTime && <TimeCell at={row.payTime} />,
  },
]

const cardOf = (t: Translate, row: DeskPaymentRow): CardParts => ({
  name: row.serial,
  below: row.developerName,
  href: hrefOf(row),
  facts: [
    { label: t('billing.fields.amountFen'), value: <MoneyCell fen={row.amountFen} /> },
    { label: t('billing.fields.status'), value: <PaymentState {...row} /> },
  ],
  foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const { developerId = '' } = useSearchOf(PATH)
  const developers = useDevelopers(developerId)
  const filters: Filter[] = [
    { kind: 'search', name: 'serial', label: t('billing.fields.serial') },
    {
      kind: 'choice',
      name: 'status',
      label: t('billing.fields.status'),
      options: TOP_UP_STATES.map((value) => ({ value, label: t(`billing.topUpStates.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'paymentMethod',
      label: t('billing.fields.paymentMethod'),
      options: PAYMENT_METHODS.map((value) => ({ value, label: t(`billing.methods.${value}`) })),
    },
    { kind: 'pick', name: 'developerId', label: t('billing.fields.developerName'), ...developers },
    { kind: 'period', name: 'startTime', until: 'endTime', label: t('billing.fields.createTime') },
  ]
  return (
    <ListPage
      path={PATH}
      {...LIST}
      title={t('tariff.menu.payments')}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskPaymentRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      empty={{ icon: CreditCard, title: t('tariff.payments.empty'), sentence: t('tariff.payments.emptyNote') }}
    />
  )
}
