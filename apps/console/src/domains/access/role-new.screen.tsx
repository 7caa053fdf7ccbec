// A new role.
import { NewPage } from '../../blocks/entity/entity-form.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { RoleForm } from './role-form.tsx'
import { EMPTY_ROLE, role } from './role.entity.tsx'

export function Screen() {
  const t = usePhrases()
  return (
    <NewPage entity={role} initial={EMPTY_ROLE} leadsTo="list" sentence={t('access.roles.newSentence')}>
      {(form) => <RoleForm form={form} />}
    </NewPage>
  )
}
