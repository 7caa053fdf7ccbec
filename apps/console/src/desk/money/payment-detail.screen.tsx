// One top-up, and everything that its provider said about it.
import { billingDesk, paymentDesk } from '@sealwright/contract'
import type { AnswerOf, PaymentEventRow } from '@sealwright/contract'
import { MessageCircle, RefreshCw, Scale } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { DetailPage, DetailSection } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { MoneyCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { TabRows } from '../../blocks/list/tab-rows.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { openCorrection } from './correction-dialogs.tsx'
import { PaymentState } from './payment-list.screen.tsx'

type Payment = AnswerOf<typeof paymentDesk.get>
const EFFECTS = ['credited', 'failed', 'nothing', 'mismatch', 'refund'] as const
const keyOf = ({ id }: PaymentEventRow) => id
const NO_ACTIONS = () => []
const NO_TURN = () => undefined

/** What a report changed. A word that this version does not know is shown as it is. */
function effectOf(t: Translate, outcome: string): string {
  const known = EFFECTS.find((effect) => effect === outcome)
  return known ? t(`tariff.effects.${known}`) : outcome
}

const columnsOf = (t: Translate): Column<PaymentEventRow>[] => [
  { key: 'at', title: t('billing.fields.at'), minWidth: 150, cell: (row) => <TimeCell at={row.at} /> },
  {
    key: 'source',
    title: t('tariff.payments.source'),
    minWidth: 110,
    cell: (row) => t(`tariff.sources.${row.source}`),
  },
  { key: 'state', title: t('tariff.payments.told'), minWidth: 110, cell: (row) => row.state },
  { key: 'amount', title: t('billing.fields.amount'), minWidth: 110, cell: (row) => <MoneyCell fen={row.amountFen} /> },
  {
    key: 'effect',
    title: t('tariff.payments.effect'),
    minWidth: 150,
    priority: 3,
    cell: (row) => effectOf(t, row.outcome),
  },
  {
    key: 'ref',
    title: t('tariff.payments.providerRef'),
    minWidth: 200,
    cell: (row) => row.providerRef ?? <span className="nothing">–</span>,
  },
]

const cardOf = (t: Translate, row: PaymentEventRow): CardParts => ({
  name: effectOf(t, row.outcome),
  below: t(`tariff.sources.${row.source}`),
  facts: [
    { label: t('tariff.payments.told'), value: row.state },
    { label: t('billing.fields.amount'), value: <MoneyCell fen={row.amountFen} /> },
  ],
  foot: <TimeCell at={row.at} />,
})

function Shown({ payment }: { payment: Payment }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, serial, developerId, developerName, events } = payment
  const ask = useAct(paymentDesk.ask, {
    onDone: ({ status }) =>
      toast.success(t('tariff.payments.askedNow', { status: t(`billing.topUpStates.${status}`) })),
  })
  const time = (at: string | null) => (at === null ? null : format.time(at))
  return (
    <DetailPage
      title={serial}
      subtitle={developerName}
      actions={
        <>
          <Can call={paymentDesk.ask}>
            <Button icon={RefreshCw} isBusy={ask.isActing} onPress={() => void ask.act({ guid })}>
              {t('tariff.payments.ask')}
            </Button>
          </Can>
          <Can call={billingDesk.correct}>
            <Button icon={Scale} onPress={() => openCorrection({ developerId, note: serial, topUpGuid: guid })}>
              {t('tariff.payments.correct')}
            </Button>
          </Can>
        </>
      }
      facts={[
        { label: t('billing.fields.status'), value: <PaymentState {...payment} /> },
        { label: t('billing.fields.amountFen'), value: format.money(payment.amountFen) },
        { label: t('billing.fields.giftFen'), value: format.money(payment.giftFen) },
        { label: t('billing.fields.paymentMethod'), value: t(`billing.methods.${payment.paymentMethod}`) },
        { label: t('billing.fields.developerName'), value: `${developerName} (${developerId})` },
        { label: t('billing.fields.creator'), value: payment.creator },
        { label: t('billing.fields.createTime'), value: format.time(payment.createTime) },
        { label: t('billing.fields.payTime'), value: time(payment.payTime) },
        { label: t('tariff.payments.asked'), value: time(payment.askTime) },
        { label: t('tariff.payments.providerRef'), value: payment.providerRef },
      ]}
    >
      <DetailSection title={t('tariff.payments.events')}>
        <TabRows
          label={t('tariff.payments.events')}
          answer={{ data: { rows: events, total: 1 }, error: null, refetch: NO_TURN, isPlaceholderData: false }}
          page={1}
          onTurn={NO_TURN}
          columns={useMemo(() => columnsOf(t), [t])}
          card={useCallback((row: PaymentEventRow) => cardOf(t, row), [t])}
          rowKey={keyOf}
          rowName={keyOf}
          actions={NO_ACTIONS}
          none={<EmptyState icon={MessageCircle} title={t('tariff.payments.eventsEmpty')} />}
        />
      </DetailSection>
    </DetailPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/platform/payments/view')
  return (
    <Loaded
      call={paymentDesk.get}
      payload={{ guid }}
      back={<BackToList to="/platform/payments" words="tariff.menu.payments" />}
    >
      {(payment) => <Shown payment={payment} />}
    </Loaded>
  )
}
