// One role: the rights it gives, who has it, and what happened to it.
import { accessCalls, adminName, roleCalls } from '@sealwright/contract'
import { Pencil, Trash2, Users } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './access.css'
import { AccessHistory } from './access-history.tsx'
import { useDeleteRole } from './actions/delete-role.tsx'
import { RightsView } from './rights-view.tsx'
import type { RoleAnswer } from './role-draft.ts'
import { AdminCount } from './role.columns.tsx'

function Administrators({ role }: { role: RoleAnswer }) {
  const t = usePhrases()
  const canOpen = useCan(accessCalls.get)
  if (role.administrators.length === 0) return <EmptyState icon={Users} title={t('access.roles.nobody')} />
  return (
    <ul className="people-list">
      {role.administrators.map((admin) => {
        const words = (
          <>
            <Monogram name={adminName(admin)} />
            {adminName(admin)}
          </>
        )
        return (
          <li key={admin.userId}>
            {canOpen ? (
              <ScreenLink className="person" to="/access/view" search={{ userId: admin.userId }}>
                {words}
              </ScreenLink>
            ) : (
              <span className="person">{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Role({ role }: { role: RoleAnswer }) {
  const t = usePhrases()
  const { guid, tab = 'rights' } = useSearchOf('/role/view')
  const canUpdate = useCan(roleCalls.update) && role.isManageable
  const canDelete = useCan(roleCalls.delete) && role.isManageable
  const remove = useDeleteRole(() => goTo('/role', { showSearch: '1' }))
  return (
    <DetailPage
      mark={<Monogram name={role.name} size={56} />}
      title={role.name}
      subtitle={role.description}
      actions={
        <>
          {canDelete && (
            <Button icon={Trash2} onPress={() => void remove(role)}>
              {t('access.actions.deleteRole')}
            </Button>
          )}
          {canUpdate && (
            <ScreenLink
              to="/role/edit"
              search={{ guid, sourcePath: '/role/view' }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('access.actions.edit')}
            </ScreenLink>
          )}
        </>
      }
      facts={[
        { label: t('access.fields.adminCount'), value: <AdminCount role={role} /> },
        { label: t('access.fields.createdBy'), value: role.createdBy },
        { label: t('access.roles.createTime'), value: <TimeCell at={role.createTime} /> },
        { label: t('access.fields.updateTime'), value: <TimeCell at={role.updateTime} /> },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/role/view', { guid, tab: key })}
      tabs={[
        {
          key: 'rights',
          title: t('access.detail.rights'),
          count: String(role.privileges.length),
          content: <RightsView rights={role.privileges} />,
        },
        {
          key: 'administrators',
          title: t('access.roles.administrators'),
          count: String(role.adminCount),
          content: <Administrators role={role} />,
        },
        { key: 'history', title: t('access.detail.history'), content: <AccessHistory kind="role" guid={guid} /> },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/role/view')
  const answer = useAnswer(roleCalls.get, { guid })
  if (answer.data) return <Role role={answer.data} />
  if (answer.error)
    return (
      <DetailError
        error={answer.error}
        onRetry={() => void answer.refetch()}
        back={<BackToList to="/role" words="access.roles.back" />}
      />
    )
  return <DetailSkeleton />
}
