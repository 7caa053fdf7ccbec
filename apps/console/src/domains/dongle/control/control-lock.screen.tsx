// The control locks of the developer, read-only. The initial PIN of one is revealed after the password is typed again,
// and hidden after a minute.
import { controlLockCalls } from '@sealwright/contract'
import type { ControlLockRow } from '@sealwright/contract'
import { ShieldCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { DateCell, LabeledTime } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { InitialPin } from './initial-pin.tsx'
import '../list/lock.css'

const SOURCE = { list: 'controlLock', call: controlLockCalls.find }
const keyOf = (row: ControlLockRow) => row.guid
const nameOf = (row: ControlLockRow) => row.shellNumber

const factColumns = (t: Translate, canReveal: boolean): Column<ControlLockRow>[] => [
  ...(canReveal
    ? [
        {
          key: 'pin',
          title: t('controlLock.fields.pin'),
          minWidth: 260,
          priority: 4,
          cell: (row: ControlLockRow) => <InitialPin lock={row} />,
        },
      ]
    : []),
  {
    key: 'firmware',
    title: t('controlLock.fields.firmware'),
    minWidth: WIDTHS.text,
    cell: ({ firmware }) => firmware,
  },
  {
    key: 'productionTime',
    title: t('controlLock.fields.productionTime'),
    minWidth: WIDTHS.date,
    cell: ({ productionTime }) => <DateCell at={productionTime} />,
  },
]

const controlLockColumns = (t: Translate, canReveal: boolean): Column<ControlLockRow>[] => [
  {
    key: 'shellNumber',
    title: t('controlLock.fields.shellNumber'),
    sort: 'shellNumber',
    minWidth: 160,
    cell: ({ shellNumber, serialNumber }) => (
      <span className="name-cell-words">
        <span className="name-cell-name">{shellNumber}</span>
        <span className="name-cell-below lock-serial" title={serialNumber}>
          {serialNumber}
        </span>
      </span>
    ),
  },
  ...factColumns(t, canReveal),
  {
    key: 'registerTime',
    title: t('controlLock.fields.registerTime'),
    minWidth: WIDTHS.date,
    cell: ({ registerTime }) => <DateCell at={registerTime} />,
  },
]

export function Screen() {
  const t = usePhrases()
  const canReveal = useCan(controlLockCalls.revealPin)
  const filters = useMemo(
    (): Filter[] => [{ kind: 'search', name: 'keyword', label: t('controlLock.list.search') }],
    [t],
  )
  const columns = useMemo(() => controlLockColumns(t, canReveal), [t, canReveal])
  const card = useCallback(
    (row: ControlLockRow): CardParts => ({
      mark: <IconMark icon={ShieldCheck} tint={1} size={40} />,
      name: row.shellNumber,
      below: <span className="lock-serial">{row.serialNumber}</span>,
      facts: factColumns(t, canReveal).map(({ title, cell }) => ({ label: title, value: cell(row) })),
      foot: <LabeledTime label={t('controlLock.fields.registerTime')} at={row.registerTime} />,
    }),
    [t, canReveal],
  )
  return (
    <ListPage
      path="/dongle/controll"
      {...SOURCE}
      title={t('controlLock.titles.list')}
      sentence={[t('controlLock.list.sentence'), canReveal && t('controlLock.list.logged')].filter(Boolean).join(' ')}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      empty={{
        icon: ShieldCheck,
        title: t('controlLock.list.emptyTitle'),
        sentence: t('controlLock.list.emptySentence'),
      }}
    />
  )
}

export const first = firstPage(SOURCE)
