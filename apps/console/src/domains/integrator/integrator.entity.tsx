// Integrators: the table of their fields, for the list, the form, the detail page and the history.
import { integratorCalls } from '@sealwright/contract'
import type { AnswerOf, IntegratorRow } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { defineEntity } from '../../blocks/entity/entity.ts'
import { Nothing, NumberCell } from '../../blocks/list/columns.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './integrator.css'

export type IntegratorAnswer = AnswerOf<typeof integratorCalls.get>

export function IntegratorState({ isEnabled }: { isEnabled: boolean }) {
  const t = usePhrases()
  return (
    <StatusTag tone={isEnabled ? 'ok' : 'neutral'}>
      {t(isEnabled ? 'integrator.states.enabled' : 'integrator.states.disabled')}
    </StatusTag>
  )
}

/** The licenses that may be issued. Null is no limit. */
function Quota({ value }: { value: number | null }) {
  const t = usePhrases()
  return value === null ? (
    <span className="cell-quiet">{t('access.list.unlimited')}</span>
  ) : (
    <NumberCell value={value} />
  )
}

function Quotas({ row }: { row: IntegratorRow }) {
  const t = usePhrases()
  const format = useFormat()
  const [cloud, soft] = [row.cloudQuota, row.softQuota].map((quota) =>
    quota === null ? t('access.list.unlimited') : format.number(quota),
  )
  // Two lines, so that the column is narrow.
  return (
    <span className="sw-tabular cell-quiet quotas-stacked">
      {t('access.list.quota', { cloud: cloud ?? '', soft: soft ?? '' }).replace(' · ', '\n')}
    </span>
  )
}

/** The contact above the phone number or e-mail address. */
function Contact({ row: { contact, phone, email } }: { row: IntegratorRow }) {
  const [first, second] = [contact, phone ?? email].filter((text) => text !== null)
  if (first === undefined) return <Nothing />
  return (
    <span className="name-cell-words">
      <span>{first}</span>
      {second !== undefined && <span className="name-cell-below sw-tabular">{second}</span>}
    </span>
  )
}

const COUNT = { align: 'end', minWidth: WIDTHS.number } as const

export const integrator = defineEntity({
  kind: 'integrator',
  domain: 'integrator',
  calls: integratorCalls,
  paths: {
    list: '/integrator',
    new: '/integrator/new',
    edit: '/integrator/edit',
    view: '/integrator/viewIntegrator',
  },
  title: {
    below: ({ address }) => address,
    cardBelow: ({ contact, phone, email }) => [contact, phone ?? email].filter(Boolean).join(' · '),
  },
  fields: [
    { name: 'name', filter: 'integrator.list.search', input: { hasCounter: true } },
    {
      name: 'state',
      show: (row) => <IntegratorState isEnabled={row.isEnabled} />,
      column: { minWidth: WIDTHS.tag, priority: 2 },
      card: true,
    },
    { name: 'contact', column: { minWidth: 120, cell: (row) => <Contact row={row} /> }, fact: true, input: {} },
    { name: 'phone', fact: true, input: {} },
    { name: 'email', fact: true, input: {} },
    { name: 'members', show: (row) => <NumberCell value={row.memberCount} />, column: COUNT, card: true },
    { name: 'products', show: (row) => <NumberCell value={row.productCount} />, column: COUNT, card: true },
    {
      name: 'templates',
      show: (row) => <NumberCell value={row.templateCount} />,
      column: COUNT,
      card: true,
    },
    { name: 'quotas', label: 'access.list.quotas', show: (row) => <Quotas row={row} />, column: { minWidth: 100 } },
    {
      name: 'cloudQuota',
      show: (row) => <Quota value={row.cloudQuota} />,
      card: true,
      fact: true,
      input: { isNumber: true, help: 'integrator.form.quotaHelp' },
    },
    {
      name: 'softQuota',
      show: (row) => <Quota value={row.softQuota} />,
      card: true,
      fact: true,
      input: { isNumber: true, help: 'integrator.form.quotaHelp' },
    },
    { name: 'createdBy', fact: true },
    { name: 'createTime', show: 'time', fact: true },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
    { name: 'address', fact: true, input: {} },
    { name: 'remark', fact: 'wide', input: { rows: 3, hasCounter: true } },
  ],
})
