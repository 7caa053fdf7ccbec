// The terms in force, for all developers or for one, the changes to come, and all changes that were made.
import { PRICE_KINDS, PRICE_VERSION_STATES, billingDesk } from '@sealwright/contract'
import type { AnswerOf, PriceKind, PriceVersionRow, PriceVersionState } from '@sealwright/contract'
import { Pencil, Tags, Undo2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import type { Fact } from '../../blocks/detail/fact-list.tsx'
import { LabeledTime, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useDevelopers } from './developer-field.tsx'
import { factsOf } from './price-words.tsx'
import { openTerms } from './terms-dialogs.tsx'
import css from './money.module.css'

const PATH = '/platform/prices'
const LIST = { list: 'deskPrices', call: billingDesk.findPrices }
const TONES: Record<PriceVersionState, Tone> = { coming: 'brand', inForce: 'ok', past: 'neutral', withdrawn: 'warn' }
const keyOf = ({ guid }: PriceVersionRow) => guid

type Prices = AnswerOf<typeof billingDesk.prices>

function useWithdraw(): (row: PriceVersionRow) => void {
  const t = usePhrases()
  const format = useFormat()
  const { act } = useAct(billingDesk.withdrawPrice, { onDone: () => toast.success(t('tariff.prices.withdrawn')) })
  return ({ guid, startTime }) =>
    void confirmAction({
      title: t('tariff.prices.withdrawTitle'),
      consequence: t('tariff.prices.withdrawText', { time: format.time(startTime) }),
      verb: t('tariff.prices.withdraw'),
      run: () => act({ guid }),
    })
}

function Terms({ kind, prices }: { kind: PriceKind; prices: Prices }) {
  const t = usePhrases()
  const format = useFormat()
  const { general, developer } = prices
  const { rates, fee, limits } = developer ?? general
  const facts: Record<PriceKind, Fact[]> = {
    rates: factsOf(t, format, { rates }),
    gifts: factsOf(t, format, { gifts: general.gifts }),
    fee: factsOf(t, format, { fee }),
    limits: factsOf(t, format, { limits }),
  }
  const isOwn = {
    rates: Object.keys(developer?.own.rates ?? {}).length > 0,
    gifts: false,
    fee: (developer?.own.feeFen ?? null) !== null,
    limits: Object.keys(developer?.own.limits ?? {}).length > 0,
  }[kind]
  const call = {
    rates: billingDesk.setRates,
    gifts: billingDesk.setGifts,
    fee: billingDesk.setFee,
    limits: billingDesk.setLimits,
  }[kind]
  const change = () =>
    kind === 'rates'
      ? goTo('/platform/prices/edit', { ...(developer && { developerId: developer.id }) })
      : openTerms(kind, prices)
  return (
    <DetailSection
      title={t(`tariff.kinds.${kind}`)}
      action={
        <>
          {developer && (
            <StatusTag tone={isOwn ? 'brand' : 'neutral'}>
              {t(isOwn ? 'tariff.prices.own' : 'tariff.prices.asGeneral')}
            </StatusTag>
          )}
          {!(developer && kind === 'gifts') && (
            <Can call={call}>
              <Button
                icon={Pencil}
                aria-label={`${t('tariff.prices.change')} ${t(`tariff.kinds.${kind}`)}`}
                onPress={change}
              >
                {t('tariff.prices.change')}
              </Button>
            </Can>
          )}
        </>
      }
    >
      <FactList facts={facts[kind]} />
    </DetailSection>
  )
}

function Now({ developerId }: { developerId: string }) {
  const { data, error, refetch } = useAnswer(billingDesk.prices, {
    ...(developerId !== '' && { developerId: Number(developerId) }),
  })
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return PRICE_KINDS.map((kind) => <Terms key={kind} kind={kind} prices={data} />)
}

const columnsOf = (t: Translate): Column<PriceVersionRow>[] => [
  {
    key: 'kind',
    title: t('billing.fields.kind'),
    minWidth: 130,
    cell: (row) => t(`tariff.kinds.${row.kind}`),
  },
  {
    key: 'developer',
    title: t('tariff.prices.scope'),
    minWidth: 140,
    cell: (row) => row.developerName ?? t('tariff.general'),
  },
  {
    key: 'content',
    title: t('tariff.prices.after'),
    minWidth: 320,
    priority: 3,
    cell: (row) => <Content row={row} />,
  },
  {
    key: 'state',
    title: t('billing.fields.state'),
    minWidth: 100,
    priority: 3,
    cell: (row) => <StatusTag tone={TONES[row.state]}>{t(`tariff.states.${row.state}`)}</StatusTag>,
  },
  {
    key: 'startTime',
    title: t('billing.fields.startTime'),
    minWidth: WIDTHS.time,
    cell: (row) => <TimeCell at={row.startTime} />,
  },
  {
    key: 'maker',
    title: t('billing.fields.creator'),
    minWidth: 120,
    cell: (row) => row.maker ?? t('tariff.prices.byCommand'),
  },
  { key: 'note', title: t('billing.fields.note'), minWidth: 140, cell: (row) => row.note ?? '' },
]

function Content({ row }: { row: PriceVersionRow }) {
  const t = usePhrases()
  const format = useFormat()
  const facts = factsOf(t, format, row)
  return facts.length === 0
    ? t('tariff.prices.asGeneral')
    : facts.map(({ label, value }) => `${label} ${value}`).join(' · ')
}

function useFilters(): Filter[] {
  const t = usePhrases()
  const { developerId = '' } = useSearchOf(PATH)
  const developers = useDevelopers(developerId)
  return [
    { kind: 'pick', name: 'developerId', label: t('billing.fields.developerName'), ...developers },
    {
      kind: 'choice',
      name: 'kind',
      label: t('billing.fields.kind'),
      options: PRICE_KINDS.map((value) => ({ value, label: t(`tariff.kinds.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'state',
      label: t('billing.fields.state'),
      options: PRICE_VERSION_STATES.map((value) => ({ value, label: t(`tariff.states.${value}`) })),
    },
  ]
}

const cardOf = (t: Translate, row: PriceVersionRow): CardParts => ({
  name: t(`tariff.kinds.${row.kind}`),
  below: row.developerName ?? t('tariff.general'),
  facts: [
    { label: t('tariff.prices.after'), value: <Content row={row} /> },
    {
      label: t('billing.fields.state'),
      value: <StatusTag tone={TONES[row.state]}>{t(`tariff.states.${row.state}`)}</StatusTag>,
    },
  ],
  foot: <LabeledTime label={t('billing.fields.startTime')} at={row.startTime} />,
})

export function Screen() {
  const t = usePhrases()
  const { developerId = '' } = useSearchOf(PATH)
  const withdraw = useWithdraw()
  const canWithdraw = useCan(billingDesk.withdrawPrice)
  return (
    <article className="detail-page">
      <PageHead title={t('tariff.menu.prices')} sentence={t('tariff.prices.intro')} />
      <div className={css.now}>
        <Now developerId={developerId} />
      </div>
      <ListPage
        path={PATH}
        {...LIST}
        isPart
        title={t('tariff.prices.history')}
        filters={useFilters()}
        columns={useMemo(() => columnsOf(t), [t])}
        card={useCallback((row: PriceVersionRow) => cardOf(t, row), [t])}
        rowKey={keyOf}
        rowName={(row) => t(`tariff.kinds.${row.kind}`)}
        actions={(row): RowAction[] =>
          canWithdraw && row.state === 'coming'
            ? [
                {
                  key: 'withdraw',
                  label: t('tariff.prices.withdraw'),
                  icon: Undo2,
                  isShown: true,
                  onSelect: () => withdraw(row),
                },
              ]
            : []
        }
        empty={{ icon: Tags, title: t('tariff.prices.historyEmpty'), sentence: t('tariff.prices.intro') }}
      />
    </article>
  )
}
