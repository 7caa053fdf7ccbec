// Who bought packages of an offer, or was given them.
import { billingDesk } from '@sealwright/contract'
import type { SoldPackageRow } from '@sealwright/contract'
import { Package } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, MoneyCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Format, Translate } from '../../lib/words/i18n.tsx'

const PATH = '/platform/packages/view'
const LIST = { list: 'deskSold', call: billingDesk.findSold }
const NO_FILTERS: [] = []
const keyOf = ({ guid }: SoldPackageRow) => guid
const nameOf = ({ serial }: SoldPackageRow) => serial

function Paid({ row }: { row: SoldPackageRow }) {
  const t = usePhrases()
  return row.isGranted ? (
    <StatusTag tone="brand">{t('tariff.packages.gift')}</StatusTag>
  ) : (
    <MoneyCell fen={row.priceFen} />
  )
}

const columnsOf = (t: Translate, format: Format): Column<SoldPackageRow>[] => [
  { key: 'serial', title: t('billing.fields.serial'), minWidth: 200, cell: (row) => row.serial },
  {
    key: 'developer',
    title: t('billing.fields.developerName'),
    minWidth: 160,
    priority: 3,
    cell: (row) => `${row.developerName} (${row.developerId})`,
  },
  { key: 'price', title: t('billing.fields.priceFen'), minWidth: 110, cell: (row) => <Paid row={row} /> },
  {
    key: 'remaining',
    title: t('billing.fields.remaining'),
    minWidth: 110,
    cell: (row) => `${format.number(row.remaining)} / ${format.number(row.licenses)}`,
  },
  {
    key: 'status',
    title: t('billing.fields.status'),
    minWidth: 100,
    cell: (row) => t(`billing.packageStates.${row.status}`),
  },
  {
    key: 'buyTime',
    title: t('billing.fields.buyTime'),
    sort: 'buyTime',
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.buyTime} />,
  },
  {
    key: 'expireTime',
    title: t('billing.fields.expireTime'),
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.expireTime} />,
  },
]

const cardOf = (t: Translate, row: SoldPackageRow): CardParts => ({
  name: row.developerName,
  below: row.serial,
  facts: [
    { label: t('billing.fields.priceFen'), value: <Paid row={row} /> },
    { label: t('billing.fields.status'), value: t(`billing.packageStates.${row.status}`) },
  ],
  foot: <LabeledTime label={t('billing.fields.buyTime')} at={row.buyTime} />,
})

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { guid } = useSearchOf(PATH)
  const { data } = useAnswer(billingDesk.findSold, { guid, pageSize: 1 })
  return (
    <ListPage
      path={PATH}
      {...LIST}
      where={useMemo(() => ({ guid }), [guid])}
      keeps={useMemo(() => ({ guid }), [guid])}
      title={data ? t('tariff.packages.soldOf', { type: data.type }) : t('tariff.packages.sold')}
      filters={NO_FILTERS}
      columns={useMemo(() => columnsOf(t, format), [t, format])}
      card={useCallback((row: SoldPackageRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      empty={{ icon: Package, title: t('tariff.packages.soldEmpty'), sentence: t('tariff.packages.emptyNote') }}
    />
  )
}
