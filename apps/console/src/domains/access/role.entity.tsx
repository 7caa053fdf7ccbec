// Roles: the table of their fields, for the list, the form and the detail page.
import { accessCalls, isPrivilege, roleCalls } from '@sealwright/contract'
import type { AnswerOf, Privilege, RoleRow } from '@sealwright/contract'
import { defineEntity } from '../../blocks/entity/entity.ts'
import { NumberCell } from '../../blocks/list/columns.tsx'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

export type RoleAnswer = AnswerOf<typeof roleCalls.get>

/** The number of administrators who have the role, with a link to them. */
function AdminCount({ role: { guid, name, adminCount } }: { role: RoleRow }) {
  const t = usePhrases()
  const canFind = useCan(accessCalls.find)
  const count = <NumberCell value={adminCount} />
  if (!canFind || adminCount === 0) return count
  return (
    <ScreenLink
      to="/access"
      search={{ roleGuid: guid }}
      aria-label={t('access.roles.administratorsOf', { name, count: adminCount })}
    >
      {count}
    </ScreenLink>
  )
}

function RightCount({ role }: { role: RoleRow }) {
  const t = usePhrases()
  return <span className="sw-tabular">{t('access.roles.rightCount', { count: role.privileges.length })}</span>
}

export const role = defineEntity({
  kind: 'role',
  domain: 'access',
  calls: roleCalls,
  paths: { list: '/role', new: '/role/new', edit: '/role/edit', view: '/role/view' },
  title: { minWidth: 240, below: ({ description }) => description },
  fields: [
    { name: 'name', filter: 'access.roles.search', input: {} },
    { name: 'description', input: { hasCounter: true } },
    { name: 'privileges', show: (row) => <RightCount role={row} />, column: { align: 'end' }, card: true },
    { name: 'adminCount', show: (row) => <AdminCount role={row} />, column: { align: 'end' }, card: true, fact: true },
    { name: 'createdBy', fact: true },
    { name: 'createTime', label: 'common.fields.createTime', show: 'time', column: { priority: 0 }, fact: true },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
  ],
})

export interface RoleDraft {
  name: string
  description: string
  privileges: readonly Privilege[]
}

export const EMPTY_ROLE: RoleDraft = { name: '', description: '', privileges: [] }

export const draftOf = ({ name, description, privileges }: RoleAnswer): RoleDraft => ({
  name,
  description: description ?? '',
  privileges: privileges.filter(isPrivilege),
})
