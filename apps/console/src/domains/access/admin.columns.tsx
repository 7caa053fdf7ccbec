// How an administrator looks in a row and on a card.
import { ADMIN_STATES, ASSIGNED_KINDS, adminName } from '@sealwright/contract'
import type { AdminRow, AdminState, AnswerOf, roleCalls } from '@sealwright/contract'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { StatusTag, Tag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { DateCell, LabeledTime, NameCell, Nothing, TagsCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import './access.css'
import { SCOPE_FIELDS } from './admin-draft.ts'

const TONES: Record<AdminState, Tone> = {
  active: 'ok',
  waiting: 'warn',
  lapsed: 'bad',
  disabled: 'neutral',
  ended: 'bad',
}

export function AdminStateTag({ state }: { state: AdminState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`access.states.${state}`)}</StatusTag>
}

/** The address for signing in. Undefined if it is already shown in place of a name. */
export function addressOf({
  userName,
  account,
  phone,
  email,
}: Pick<AdminRow, 'userName' | 'account' | 'phone' | 'email'>): string | undefined {
  return userName ? (account ?? phone ?? email ?? undefined) : undefined
}

export function RolesCell({ admin }: { admin: Pick<AdminRow, 'isSuper' | 'roles'> }) {
  const t = usePhrases()
  if (admin.isSuper) return <StatusTag tone="violet">{t('access.list.superAdministrator')}</StatusTag>
  if (admin.roles.length === 0) return <Nothing />
  return (
    <TagsCell>
      {admin.roles.map(({ guid, name }) => (
        <Tag key={guid}>{name}</Tag>
      ))}
    </TagsCell>
  )
}

function ScopesCell({ admin }: { admin: AdminRow }) {
  const t = usePhrases()
  const limited = ASSIGNED_KINDS.filter((kind) => admin[SCOPE_FIELDS[kind]] === 'some')
  if (limited.length === 0) return <span className="cell-quiet">{t('access.list.everything')}</span>
  return (
    <span className="scopes-cell">
      {t('access.list.limited', {
        kinds: limited.map((kind) => t(`access.kinds.${kind}`)).join(t('access.rights.comma')),
      })}
    </span>
  )
}

export function useQuotaText(): (quota: number | null) => string {
  const t = usePhrases()
  const format = useFormat()
  return (quota) => (quota === null ? t('access.list.unlimited') : format.number(quota))
}

function QuotasCell({ admin: { cloudQuota, softQuota } }: { admin: AdminRow }) {
  const t = usePhrases()
  const text = useQuotaText()
  if (cloudQuota === null && softQuota === null) return <span className="cell-quiet">{t('access.list.unlimited')}</span>
  return (
    <span className="sw-tabular">{t('access.list.quota', { cloud: text(cloudQuota), soft: text(softQuota) })}</span>
  )
}

function ValidityCell({
  admin: { validUntil },
  isInRow = false,
}: {
  admin: Pick<AdminRow, 'validUntil'>
  isInRow?: boolean
}) {
  const t = usePhrases()
  return validUntil === null ? (
    <span className="cell-quiet">{t('access.list.permanent')}</span>
  ) : isInRow ? (
    <DateCell at={validUntil} />
  ) : (
    <TimeCell at={validUntil} />
  )
}

const belowOf = (t: Translate, row: AdminRow) =>
  [addressOf(row), row.isSelf && t('access.list.self')].filter(Boolean).join(' · ')
const hrefOf = ({ userId }: AdminRow) => pathTo('/access/view', { userId })

export function adminColumns(t: Translate): Column<AdminRow>[] {
  return [
    {
      key: 'userName',
      title: t('common.fields.userName'),
      sort: 'userName',
      minWidth: 220,
      cell: (row) => (
        <NameCell
          mark={<Monogram name={adminName(row)} />}
          name={adminName(row)}
          below={belowOf(t, row)}
          href={hrefOf(row)}
        />
      ),
    },
    {
      key: 'state',
      title: t('access.fields.state'),
      minWidth: WIDTHS.tag,
      priority: 3,
      cell: (row) => <AdminStateTag state={row.state} />,
    },
    { key: 'roles', title: t('access.fields.roles'), minWidth: 120, cell: (row) => <RolesCell admin={row} /> },
    { key: 'scopes', title: t('access.list.scopes'), minWidth: 150, cell: (row) => <ScopesCell admin={row} /> },
    { key: 'quotas', title: t('access.list.quotas'), minWidth: 150, cell: (row) => <QuotasCell admin={row} /> },
    {
      key: 'validUntil',
      title: t('access.fields.validUntil'),
      minWidth: WIDTHS.date,
      priority: 2,
      cell: (row) => <ValidityCell admin={row} isInRow />,
    },
    {
      key: 'remark',
      title: t('common.fields.remark'),
      minWidth: WIDTHS.text,
      priority: 0,
      cell: (row) => row.remark ?? <Nothing />,
    },
    {
      key: 'updateTime',
      title: t('access.fields.updateTime'),
      sort: 'updateTime',
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => <DateCell at={row.updateTime} />,
    },
  ]
}

export function adminCard(t: Translate, row: AdminRow): CardParts {
  return {
    mark: <Monogram name={adminName(row)} size={40} />,
    name: adminName(row),
    href: hrefOf(row),
    below: belowOf(t, row),
    facts: [
      { label: t('access.fields.state'), value: <AdminStateTag state={row.state} /> },
      { label: t('access.fields.roles'), value: <RolesCell admin={row} /> },
      { label: t('access.list.scopes'), value: <ScopesCell admin={row} /> },
      { label: t('access.list.quotas'), value: <QuotasCell admin={row} /> },
      { label: t('access.fields.validUntil'), value: <ValidityCell admin={row} /> },
    ],
    foot: <LabeledTime label={t('access.fields.updateTime')} at={row.updateTime} />,
  }
}

export function adminFilters(
  t: Translate,
  roles: AnswerOf<typeof roleCalls.list> | undefined,
  load: (() => void) | undefined,
): Filter[] {
  return [
    { kind: 'search', name: 'userName', label: t('access.list.search') },
    {
      kind: 'choice',
      name: 'state',
      label: t('access.fields.state'),
      options: ADMIN_STATES.map((state) => ({ value: state, label: t(`access.states.${state}`) })),
    },
    {
      kind: 'pick',
      name: 'roleGuid',
      label: t('access.fields.roleGuid'),
      options: (roles ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
      isLoading: !roles,
      load,
    },
  ]
}
