// The list of products.
import { productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { Eye, Package, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useNewTemplateActions } from '../template/index.ts'
import { useDeleteProduct } from './actions/delete.tsx'
import { productCard, productColumns, productFilters, useProductWays } from './product.columns.tsx'

const keyOf = (row: ProductRow) => row.guid
const nameOf = (row: ProductRow) => row.name

const LIST = { list: 'product', call: productCalls.find }
export const first = firstPage(LIST)

interface Offer {
  t: Translate
  canUpdate: boolean
  canDelete: boolean
  newTemplates: ReturnType<typeof useNewTemplateActions>
  remove: ReturnType<typeof useDeleteProduct>
}

/** A generator, because a row needs only the first action until its menu is opened. */
function* offered(row: ProductRow, { t, canUpdate, canDelete, newTemplates, remove }: Offer): Iterable<RowAction> {
  if (canUpdate)
    yield {
      key: 'edit',
      label: t('product.actions.edit'),
      icon: Pencil,
      href: pathTo('/product/edit', { guid: row.guid }),
    }
  yield { key: 'view', label: t('product.actions.view'), icon: Eye, href: pathTo('/product/view', { guid: row.guid }) }
  yield* newTemplates(row)
  if (canDelete)
    yield {
      key: 'delete',
      label: t('product.actions.delete'),
      icon: Trash2,
      isDanger: true,
      onSelect: () => remove(row),
    }
}

export function Screen() {
  const t = usePhrases()
  const canCreate = useCan(productCalls.create)
  const canUpdate = useCan(productCalls.update)
  const canDelete = useCan(productCalls.delete)
  const newTemplates = useNewTemplateActions()
  const remove = useDeleteProduct()
  const ways = useProductWays()
  const columns = useMemo(() => productColumns(t, ways), [t, ways])
  const card = useCallback((row: ProductRow) => productCard(t, ways, row), [t, ways])
  const filters = useMemo(() => productFilters(t), [t])
  const actions = useCallback(
    (row: ProductRow) => offered(row, { t, canUpdate, canDelete, newTemplates, remove }),
    [t, canUpdate, canDelete, newTemplates, remove],
  )
  const create = (
    <Can call={productCalls.create}>
      <ScreenLink to="/product/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('product.list.create')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/product"
      {...LIST}
      title={t('product.titles.list')}
      sentence={t('product.list.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Package,
        title: t('product.list.emptyTitle'),
        sentence: canCreate ? t('product.list.emptySentence') : undefined,
        action: create,
      }}
      kind="product"
    />
  )
}
