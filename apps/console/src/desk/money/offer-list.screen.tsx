// The packages that are, were or will be on offer.
import { OFFER_STATES, billingDesk } from '@sealwright/contract'
import type { DeskOfferRow, OfferState } from '@sealwright/contract'
import { Archive, Gift, Package, Plus, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, MoneyCell, NameCell, NumberCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { openGrant, openOffer } from './offer-dialogs.tsx'

const PATH = '/platform/packages'
const LIST = { list: 'deskOffers', call: billingDesk.findOffers }
export const first = firstPage(LIST)
const TONES: Record<OfferState, Tone> = { onOffer: 'ok', coming: 'brand', over: 'neutral', retired: 'neutral' }
const keyOf = ({ guid }: DeskOfferRow) => guid
const nameOf = ({ type }: DeskOfferRow) => type

function Period({ row }: { row: DeskOfferRow }) {
  const t = usePhrases()
  const format = useFormat()
  const from = row.startTime === null ? t('tariff.packages.sinceAdded') : format.time(row.startTime)
  return `${from} – ${row.endTime === null ? t('tariff.packages.noEnd') : format.time(row.endTime)}`
}

function State({ state }: Pick<DeskOfferRow, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`tariff.offerStates.${state}`)}</StatusTag>
}

const columnsOf = (t: Translate): Column<DeskOfferRow>[] => [
  {
    key: 'type',
    title: t('billing.fields.type'),
    minWidth: 180,
    priority: 3,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={Package} tint={3} />}
        name={row.type}
        href={pathTo('/platform/packages/view', { guid: row.guid })}
      />
    ),
  },
  {
    key: 'state',
    title: t('billing.fields.state'),
    minWidth: 100,
    priority: 3,
    cell: (row) => <State state={row.state} />,
  },
  {
    key: 'price',
    title: t('billing.fields.priceFen'),
    minWidth: 110,
    cell: (row) => <MoneyCell fen={row.priceFen} />,
  },
  {
    key: 'licenses',
    title: t('billing.fields.licenses'),
    minWidth: 90,
    cell: (row) => <NumberCell value={row.licenses} />,
  },
  {
    key: 'updates',
    title: t('billing.fields.updates'),
    minWidth: 90,
    cell: (row) => <NumberCell value={row.updates} />,
  },
  { key: 'days', title: t('billing.fields.days'), minWidth: 90, cell: (row) => <NumberCell value={row.days} /> },
  { key: 'period', title: t('tariff.packages.period'), minWidth: 240, cell: (row) => <Period row={row} /> },
  {
    key: 'bought',
    title: t('tariff.packages.bought'),
    minWidth: 90,
    cell: (row) => <NumberCell value={row.bought} />,
  },
  {
    key: 'granted',
    title: t('tariff.packages.grantedCount'),
    minWidth: 90,
    cell: (row) => <NumberCell value={row.granted} />,
  },
]

function useActions(): (row: DeskOfferRow) => RowAction[] {
  const t = usePhrases()
  const canChange = useCan(billingDesk.retireOffer)
  const { act } = useAct(billingDesk.retireOffer, { onDone: () => toast.success(t('tariff.packages.retired')) })
  return (row) => [
    {
      key: 'sold',
      label: t('tariff.packages.sold'),
      icon: Users,
      isShown: true,
      href: pathTo('/platform/packages/view', { guid: row.guid }),
    },
    ...(canChange && row.state === 'onOffer'
      ? [{ key: 'grant', label: t('tariff.packages.grant'), icon: Gift, onSelect: () => openGrant(row.type) }]
      : []),
    ...(canChange && (row.state === 'onOffer' || row.state === 'coming')
      ? [
          {
            key: 'retire',
            label: t('tariff.packages.retire'),
            icon: Archive,
            isDanger: true,
            onSelect: () =>
              void confirmAction({
                title: t('tariff.packages.retireTitle', { type: row.type }),
                consequence: t('tariff.packages.retireText'),
                verb: t('tariff.packages.retire'),
                run: () => act({ guid: row.guid }),
              }),
          },
        ]
      : []),
  ]
}

const cardOf = (t: Translate, row: DeskOfferRow): CardParts => ({
  mark: <IconMark icon={Package} tint={3} size={40} />,
  name: row.type,
  facts: [
    { label: t('billing.fields.state'), value: <State state={row.state} /> },
    { label: t('billing.fields.priceFen'), value: <MoneyCell fen={row.priceFen} /> },
    { label: t('tariff.packages.period'), value: <Period row={row} /> },
  ],
  foot: <LabeledTime label={t('billing.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const add = (
    <Can call={billingDesk.addOffer}>
      <Button kind="primary" icon={Plus} onPress={openOffer}>
        {t('tariff.packages.add')}
      </Button>
    </Can>
  )
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'choice',
        name: 'state',
        label: t('billing.fields.state'),
        options: OFFER_STATES.map((value) => ({ value, label: t(`tariff.offerStates.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <ListPage
      path={PATH}
      {...LIST}
      title={t('tariff.menu.packages')}
      sentence={t('tariff.packages.emptyNote')}
      primary={add}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskOfferRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions()}
      empty={{
        icon: Package,
        title: t('tariff.packages.empty'),
        sentence: t('tariff.packages.emptyNote'),
        action: add,
      }}
    />
  )
}
