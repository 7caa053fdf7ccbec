// The list of bills, with payment of due bills and an export of the filtered rows.
import { billingCalls } from '@sealwright/contract'
import type { BillRow, SheetFormat } from '@sealwright/contract'
import { ChevronDown, Download, HandCoins, Receipt, ReceiptText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { Menu } from '../../../blocks/overlay/menu.tsx'
import { download } from '../../../lib/call/download.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { PaymentDialog, usePayment } from '../payment/payment-dialog.tsx'
import { billCard, billColumns, billFilters } from './bill.columns.tsx'

const keyOf = (row: BillRow) => row.guid
const nameOf = (row: BillRow) => row.billingId
/** A pending bill with a due date must be paid by hand. One without has a hold, which is charged later. */
const isDue = ({ status, dueTime }: BillRow) => status === 'pending' && dueTime !== null

function ExportMenu() {
  const t = usePhrases()
  const { billingId, category, status, startTime, endTime } = useSearchOf('/billing')
  const save = (format: SheetFormat) =>
    void download({
      path: billingCalls.export.path,
      payload: { billingId, category, status, startTime, endTime, format },
      fileName: `${t('billing.overview.statement.billsFileName')}.${format}`,
    })
  return (
    <Menu
      className={buttonClass()}
      align="end"
      items={[
        { key: 'xlsx', label: t('billing.overview.bills.exportXlsx'), onSelect: () => save('xlsx') },
        { key: 'csv', label: t('billing.overview.bills.exportCsv'), onSelect: () => save('csv') },
      ]}
    >
      <Download size={15} aria-hidden />
      {t('billing.overview.bills.export')}
      <ChevronDown size={14} aria-hidden />
    </Menu>
  )
}

function PayDialog({
  bill: { guid, billingId: id, subject, projectedFen },
  onClose,
}: {
  bill: BillRow
  onClose: () => void
}) {
  const t = usePhrases()
  const { money } = useFormat()
  const { pay, isPaying, refusal } = usePayment(billingCalls.pay, {
    onDone: () => {
      onClose()
      toast.success(t('billing.overview.bills.paid', { id }))
    },
  })
  return (
    <PaymentDialog
      title={t('billing.overview.bills.payTitle', { id })}
      amountFen={projectedFen}
      facts={[
        { label: t('billing.fields.subject'), value: subject },
        { label: t('billing.overview.entries.amount'), value: money(projectedFen) },
      ]}
      isPaying={isPaying}
      refusedWith={refusal?.message}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          void pay({ guid })
        },
      }}
      onClose={onClose}
    />
  )
}

const payBill = (bill: BillRow) => void showDialog((settle) => <PayDialog bill={bill} onClose={() => settle(true)} />)

export function BillList({ keeps }: { keeps: Readonly<Record<string, string | undefined>> }) {
  const t = usePhrases()
  const canPay = useCan(billingCalls.pay)
  const columns = useMemo(() => billColumns(t, true), [t])
  const filters = useMemo(() => billFilters(t), [t])
  const actions = useCallback(
    (row: BillRow): RowAction[] => [
      ...(canPay && isDue(row)
        ? [
            {
              key: 'pay',
              label: t('billing.overview.bills.pay'),
              icon: HandCoins,
              isShown: true,
              onSelect: () => payBill(row),
            },
          ]
        : []),
      {
        key: 'order',
        label: t('billing.overview.bills.order'),
        icon: Receipt,
        href: pathTo('/billing/order/view', { guid: row.orderGuid }),
      },
    ],
    [canPay, t],
  )
  return (
    <ListPage
      isTab
      keeps={keeps}
      path="/billing"
      list="bill"
      call={billingCalls.find}
      title={t('billing.overview.tabs.bills')}
      tools={<ExportMenu />}
      filters={filters}
      columns={columns}
      card={(row) => billCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: ReceiptText,
        title: t('billing.overview.bills.emptyTitle'),
        sentence: t('billing.overview.bills.emptySentence'),
      }}
    />
  )
}
