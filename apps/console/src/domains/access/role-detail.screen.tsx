// One role: its rights, the administrators who have it, and its history.
import { accessCalls, adminName } from '@sealwright/contract'
import { Users } from 'lucide-react'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { EntityDetail, EntityPage } from '../../blocks/entity/entity-detail.tsx'
import { ScreenLink, goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './access.css'
import { AccessHistory } from './access-history.tsx'
import { useDeleteRole } from './actions/delete-role.tsx'
import { RightsView } from './rights-view.tsx'
import { role } from './role.entity.tsx'
import type { RoleAnswer } from './role.entity.tsx'

function Administrators({ answer }: { answer: RoleAnswer }) {
  const t = usePhrases()
  const canOpen = useCan(accessCalls.get)
  if (answer.administrators.length === 0) return <EmptyState icon={Users} title={t('access.roles.nobody')} />
  return (
    <ul className="people-list">
      {answer.administrators.map((admin) => {
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

function Role({ answer }: { answer: RoleAnswer }) {
  const t = usePhrases()
  const remove = useDeleteRole(() => goTo('/role', { showSearch: '1' }))
  return (
    <EntityPage
      entity={role}
      answer={answer}
      subtitle={answer.description}
      onDelete={remove}
      isFixed={!answer.isManageable}
      tabs={[
        {
          key: 'rights',
          title: t('access.detail.rights'),
          count: String(answer.privileges.length),
          content: <RightsView rights={answer.privileges} />,
        },
        {
          key: 'administrators',
          title: t('access.roles.administrators'),
          count: String(answer.adminCount),
          content: <Administrators answer={answer} />,
        },
        {
          key: 'history',
          title: t('blocks.entity.history'),
          content: <AccessHistory kind="role" guid={answer.guid} />,
        },
      ]}
    />
  )
}

export function Screen() {
  return <EntityDetail entity={role}>{(answer) => <Role answer={answer} />}</EntityDetail>
}
