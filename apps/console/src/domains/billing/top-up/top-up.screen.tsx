// The top-up screen: the form, the list of top-ups, and the payment dialog for the one in the address.
import { topUpCalls } from '@sealwright/contract'
import type { TopUpRow } from '@sealwright/contract'
import { Ban, CreditCard, ExternalLink } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { canBeCancelled, useCancelTopUp } from './top-up-acts.ts'
import { TopUpForm } from './top-up-form.tsx'
import { TopUpPayment } from './top-up-payment.tsx'
import { topUpCard, topUpColumns, topUpFilters } from './top-up.columns.tsx'
import './top-up.css'

const keyOf = (row: TopUpRow) => row.guid
const nameOf = (row: TopUpRow) => row.serial

const LIST = { list: 'topUp', call: topUpCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const { guid, ...search } = useSearchOf('/billing/topUp')
  const canCreate = useCan(topUpCalls.create)
  const canCancel = useCan(topUpCalls.cancel)
  const cancel = useCancelTopUp()
  const columns = useMemo(() => topUpColumns(t), [t])
  const filters = useMemo(() => topUpFilters(t), [t])
  const actions = useCallback(
    (row: TopUpRow): RowAction[] => [
      ...(canCreate && row.isPayable
        ? [
            {
              key: 'pay',
              label: t('billing.topUp.list.pay'),
              icon: ExternalLink,
              href: pathTo('/billing/topUp', { guid: row.guid }),
            },
          ]
        : []),
      ...(canCancel && canBeCancelled(row)
        ? [
            {
              key: 'cancel',
              label: t('billing.topUp.cancel.action'),
              icon: Ban,
              isDanger: true,
              onSelect: () => cancel(row),
            },
          ]
        : []),
    ],
    [canCreate, canCancel, cancel, t],
  )
  return (
    <div className="top-up-page">
      <PageHead title={t('billing.titles.topUp')} sentence={t('billing.topUp.sentence')} />
      <Can call={topUpCalls.create}>
        <TopUpForm />
      </Can>
      <ListPage
        isPart
        path="/billing/topUp"
        {...LIST}
        keeps={{ guid }}
        title={t('billing.topUp.list.title')}
        sentence={t('billing.topUp.list.sentence')}
        filters={filters}
        columns={columns}
        card={(row) => topUpCard(t, row)}
        rowKey={keyOf}
        rowName={nameOf}
        {...((canCreate || canCancel) && { actions })}
        empty={{
          icon: CreditCard,
          title: t('billing.topUp.list.emptyTitle'),
          sentence: canCreate ? t('billing.topUp.list.emptySentence') : undefined,
        }}
      />
      {guid !== undefined && (
        <TopUpPayment key={guid} guid={guid} onClose={() => changeSearch('/billing/topUp', search)} />
      )}
    </div>
  )
}
