// One administrator: facts, rights and history. Also shown to people who can only view administrators.
import { ASSIGNED_KINDS, accessCalls, adminName } from '@sealwright/contract'
import type { AssignedKind } from '@sealwright/contract'
import { Settings2 } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { PageMenu } from '../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { Link, changeSearch, goTo, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { AccessHistory } from './access-history.tsx'
import { useAdminActions } from './actions/admin-actions.tsx'
import { SCOPE_FIELDS } from './admin-draft.ts'
import type { AdminAnswer } from './admin-draft.ts'
import { AdminStateTag, RolesCell, addressOf, useQuotaText } from './admin.columns.tsx'
import { ROW_PAGES, useCanAssign } from './assign-kinds.ts'
import { RightsView } from './rights-view.tsx'

const SCOPE_LABELS = {
  product: 'access.fields.productScope',
  user: 'access.fields.userScope',
  customer: 'access.fields.customerScope',
  userLock: 'access.fields.userLockScope',
} as const

/** As many names as a fact shows; the page of the assignment lists all of them. */
const NAMES = 10

interface AssignedProps {
  userId: string
  kind: AssignedKind
  count: number
  /** The page that changes the assignment. */
  href: string | undefined
}

/** The names of the assigned rows. A caller without the right to view this kind of row gets only their number. */
function Assigned({ userId, kind, count, href }: AssignedProps) {
  const t = usePhrases()
  const canSee = useCanAssign(kind)
  const { data } = useAnswer(
    accessCalls.findAssigned,
    { userId, kind, currentPage: 1, pageSize: NAMES },
    { enabled: canSee && count > 0 },
  )
  const words = t('access.detail.someOf', { count })
  return (
    <>
      {href ? <Link href={href}>{words}</Link> : words}
      {data && (
        <ul className="assigned-names" aria-label={words}>
          {data.rows.map(({ guid, name }) => (
            <li key={guid}>
              <Link href={pathTo(ROW_PAGES[kind], { guid })}>{name}</Link>
            </li>
          ))}
          {count > data.rows.length && (
            <li className="assigned-more">{t('access.detail.andMore', { count: count - data.rows.length })}</li>
          )}
        </ul>
      )}
    </>
  )
}

function AdminNotice({ admin: { isSuper, state } }: { admin: AdminAnswer }) {
  const t = usePhrases()
  if (isSuper) return <Notice>{t('access.detail.superNote')}</Notice>
  if (state === 'waiting') return <Notice>{t('access.detail.invitedNote')}</Notice>
  return state === 'lapsed' && <Notice tone="warn">{t('access.detail.lapsedNote')}</Notice>
}

function Admin({ admin }: { admin: AdminAnswer }) {
  const t = usePhrases()
  const quota = useQuotaText()
  const { userId, tab = 'rights' } = useSearchOf('/access/view')
  const actions = useAdminActions(() => goTo('/access', { showSearch: '1' }))(admin).filter(({ key }) => key !== 'view')
  const set = actions.find(({ key }) => key === 'set')
  const others = actions.filter((action) => action !== set)
  return (
    <DetailPage
      mark={<Monogram name={adminName(admin)} size={56} />}
      title={adminName(admin)}
      subtitle={addressOf(admin)}
      notices={<AdminNotice admin={admin} />}
      actions={
        <>
          <PageMenu actions={others} />
          {set?.href && (
            <Link href={set.href} className={buttonClass({ kind: 'primary' })}>
              <Settings2 size={15} aria-hidden />
              {set.label}
            </Link>
          )}
        </>
      }
      facts={[
        { label: t('access.fields.state'), value: <AdminStateTag state={admin.state} /> },
        { label: t('access.fields.roles'), value: <RolesCell admin={admin} /> },
        {
          label: t('access.fields.validUntil'),
          value: admin.validUntil === null ? t('access.detail.permanent') : <TimeCell at={admin.validUntil} />,
        },
        ...ASSIGNED_KINDS.map((kind) => ({
          label: t(SCOPE_LABELS[kind]),
          value:
            admin[SCOPE_FIELDS[kind]] === 'all' ? (
              t('access.scopes.all')
            ) : (
              <Assigned
                userId={userId}
                kind={kind}
                count={admin.assigned[kind]}
                href={others.find(({ key }) => key === kind)?.href}
              />
            ),
        })),
        { label: t('common.fields.cloudQuota'), value: quota(admin.cloudQuota) },
        { label: t('common.fields.softQuota'), value: quota(admin.softQuota) },
        {
          label: t('access.fields.lastSignIn'),
          value: admin.lastSignIn === null ? t('access.detail.never') : <TimeCell at={admin.lastSignIn} />,
        },
        { label: t('access.fields.createTime'), value: <TimeCell at={admin.createTime} /> },
        { label: t('access.fields.updateTime'), value: <TimeCell at={admin.updateTime} /> },
        { label: t('common.fields.remark'), value: admin.remark, isWide: true },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/access/view', { userId, tab: key })}
      tabs={[
        {
          key: 'rights',
          title: t('access.detail.rights'),
          count: String(admin.effectivePrivileges.length),
          content: (
            <RightsView rights={admin.effectivePrivileges} direct={admin.roles.length > 0 ? admin.privileges : []} />
          ),
        },
        { key: 'history', title: t('access.detail.history'), content: <AccessHistory kind="admin" guid={userId} /> },
      ]}
    />
  )
}

export function Screen() {
  const { userId } = useSearchOf('/access/view')
  return (
    <Loaded call={accessCalls.get} payload={{ userId }} back={<BackToList to="/access" words="access.list.back" />}>
      {(admin) => <Admin admin={admin} />}
    </Loaded>
  )
}
