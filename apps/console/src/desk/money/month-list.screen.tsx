// What all developers topped up, were given and spent in a month.
import { billingDesk } from '@sealwright/contract'
import type { MonthRow } from '@sealwright/contract'
import { CalendarRange, Download } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { MoneyCell, NameCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { download } from '../../lib/call/download.ts'
import { goTo, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

const PATH = '/platform/months'
const LIST = { list: 'deskMonths', call: billingDesk.months }
const NO_FILTERS: [] = []
const MONTHS = 24
const SUMS = ['topUpFen', 'giftFen', 'spentFen', 'feeFen'] as const
const keyOf = ({ developerId }: MonthRow) => developerId
const nameOf = ({ developerName }: MonthRow) => developerName
const hrefOf = ({ developerId }: MonthRow) => pathTo('/platform/developers/view', { id: developerId })

/** The last months, the current one first. */
function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: MONTHS }, (_one, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1))
    return month.toISOString().slice(0, 7)
  })
}

const columnsOf = (t: Translate): Column<MonthRow>[] => [
  {
    key: 'developer',
    title: t('billing.fields.developerName'),
    minWidth: 200,
    priority: 3,
    cell: (row) => <NameCell name={row.developerName} below={row.developerId} href={hrefOf(row)} />,
  },
  ...SUMS.map((name) => ({
    key: name,
    title: t(`billing.fields.${name}`),
    sort: name,
    minWidth: 130,
    cell: (row: MonthRow) => <MoneyCell fen={row[name]} />,
  })),
]

const cardOf = (t: Translate, row: MonthRow): CardParts => ({
  name: row.developerName,
  below: row.developerId,
  href: hrefOf(row),
  facts: SUMS.map((name) => ({
    label: t(`billing.fields.${name}`),
    value: <MoneyCell fen={row[name]} />,
  })),
})

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const [months] = useState(lastMonths)
  const { month: asked } = useSearchOf(PATH)
  const month = asked ?? months[0] ?? ''
  const where = useMemo(() => ({ month }), [month])
  const { data } = useAnswer(billingDesk.months, { month, pageSize: 1 })
  const sums = data && SUMS.map((name) => `${t(`billing.fields.${name}`)} ${format.money(data.sums[name])}`).join(' · ')
  const sentence = sums ? t('tariff.months.withSums', { sums }) : t('tariff.months.note')
  return (
    <ListPage
      path={PATH}
      {...LIST}
      where={where}
      keeps={where}
      title={t('tariff.menu.months')}
      sentence={sentence}
      tools={
        <>
          <Select
            aria-label={t('billing.fields.month')}
            value={month}
            options={months.map((value) => ({ value, label: value }))}
            onSelect={(value) => goTo(PATH, { month: value })}
          />
          <Button
            icon={Download}
            onPress={() =>
              void download({
                path: billingDesk.exportMonth.path,
                payload: { month },
                fileName: `${t('tariff.months.fileName', { month })}.csv`,
              })
            }
          >
            {t('tariff.months.download')}
          </Button>
        </>
      }
      filters={NO_FILTERS}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: MonthRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      empty={{ icon: CalendarRange, title: t('tariff.months.empty'), sentence: t('tariff.months.note') }}
    />
  )
}
