// The cells of an access key, for the table and the cards.
import { CALL_RESULTS, LIMITS } from '@sealwright/contract'
import type { AccessKeyRow, AccessKeyState, CallResult } from '@sealwright/contract'
import { KeyRound } from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell, Nothing, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import './access-key.css'

const TONES: Record<AccessKeyState, Tone> = { enabled: 'ok', disabled: 'neutral', ended: 'bad' }
const DAYS = { days: LIMITS.accessKey.countedDays }

export function KeyState({ state }: { state: AccessKeyState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`accessKey.states.${state}`)}</StatusTag>
}

/** The results that occurred, as words. */
export function Calls({ calls }: { calls: Record<CallResult, number> }) {
  const t = usePhrases()
  const some = CALL_RESULTS.filter((result) => calls[result] > 0)
  if (some.length === 0) return <span className="nothing">{t('accessKey.list.noCalls')}</span>
  return (
    <span className="key-calls sw-tabular">
      {some.map((result) => (
        <span key={result} data-result={result}>
          {t('accessKey.list.counted', { result: t(`accessKey.results.${result}`), count: calls[result] })}
        </span>
      ))}
    </span>
  )
}

export function LastUsed({ row: { lastUsedTime, lastNetwork } }: { row: AccessKeyRow }) {
  const t = usePhrases()
  if (lastUsedTime === null) return <span className="nothing">{t('accessKey.list.never')}</span>
  return (
    <span className="key-lines">
      <TimeCell at={lastUsedTime} />
      {lastNetwork !== null && (
        <span className="name-cell-below">{t('accessKey.detail.lastFrom', { network: lastNetwork })}</span>
      )}
    </span>
  )
}

const productWords = (t: Translate, { isLimited, products }: AccessKeyRow) => {
  if (!isLimited) return t('accessKey.list.allProducts')
  const [only] = products
  return only && products.length === 1 ? only.name : t('accessKey.list.productCount', { count: products.length })
}

const networkWords = (t: Translate, { networks }: AccessKeyRow) => {
  const [first] = networks
  if (first === undefined) return t('accessKey.list.allNetworks')
  return networks.length === 1 ? first : t('accessKey.list.moreNetworks', { first, count: networks.length })
}

const hrefOf = ({ guid }: AccessKeyRow) => pathTo('/accessKeyManage/view', { guid })

export const keyColumns = (t: Translate): Column<AccessKeyRow>[] => [
  {
    key: 'name',
    title: t('accessKey.fields.name'),
    sort: 'name',
    minWidth: 230,
    cell: (row) => (
      <NameCell mark={<IconMark icon={KeyRound} tint={0} />} name={row.name} href={hrefOf(row)} below={row.keyId} />
    ),
  },
  {
    key: 'state',
    title: t('accessKey.fields.state'),
    minWidth: WIDTHS.tag,
    priority: 3,
    cell: (row) => <KeyState state={row.state} />,
  },
  {
    key: 'calls',
    title: t('accessKey.list.calls', DAYS),
    minWidth: 150,
    priority: 2,
    cell: (row) => <Calls calls={row.calls} />,
  },
  {
    key: 'lastUsed',
    title: t('accessKey.list.lastUsed'),
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <LastUsed row={row} />,
  },
  {
    key: 'rights',
    title: t('accessKey.list.rights'),
    minWidth: 64,
    align: 'end',
    cell: (row) => (
      <span className="sw-tabular">{t('accessKey.list.rightCount', { count: row.privileges.length })}</span>
    ),
  },
  {
    key: 'products',
    title: t('accessKey.list.products'),
    minWidth: WIDTHS.text,
    cell: (row) => <span className="key-text">{productWords(t, row)}</span>,
  },
  {
    key: 'networks',
    title: t('accessKey.list.networks'),
    minWidth: WIDTHS.text,
    priority: 0,
    cell: (row) => <span className="key-text">{networkWords(t, row)}</span>,
  },
  {
    key: 'endTime',
    title: t('accessKey.fields.endTime'),
    minWidth: WIDTHS.time,
    priority: 0,
    cell: (row) => (row.endTime === null ? <Nothing /> : <TimeCell at={row.endTime} />),
  },
]

export const keyCard = (t: Translate, row: AccessKeyRow): CardParts => ({
  mark: <IconMark icon={KeyRound} tint={0} size={40} />,
  name: row.name,
  href: hrefOf(row),
  below: row.keyId,
  facts: [
    { label: t('accessKey.fields.state'), value: <KeyState state={row.state} /> },
    { label: t('accessKey.list.calls', DAYS), value: <Calls calls={row.calls} /> },
    { label: t('accessKey.list.products'), value: productWords(t, row) },
    { label: t('accessKey.list.networks'), value: networkWords(t, row) },
  ],
  foot:
    row.lastUsedTime === null ? (
      t('accessKey.list.never')
    ) : (
      <LabeledTime label={t('accessKey.list.lastUsed')} at={row.lastUsedTime} />
    ),
})
