// What the lists of orders and of bills share.
import { CHARGE_CATEGORIES } from '@sealwright/contract'
import type { OrderRow } from '@sealwright/contract'
import { Nothing } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import type { Translate } from '../../lib/words/i18n.tsx'

export const creatorColumn = (t: Translate): Column<Pick<OrderRow, 'creator'>> => ({
  key: 'creator',
  title: t('billing.fields.creator'),
  // Room for the name of a campaign, which orders too.
  minWidth: WIDTHS.text,
  cell: ({ creator }) => (creator === null ? <Nothing /> : <span className="billing-person">{creator}</span>),
})

export const categoryFilter = (t: Translate): Filter => ({
  kind: 'choice',
  name: 'category',
  label: t('billing.fields.category'),
  options: CHARGE_CATEGORIES.map((value) => ({ value, label: t(`billing.categories.${value}`) })),
})
