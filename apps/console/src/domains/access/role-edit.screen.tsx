// Editing a role. The page says how many administrators the change affects.
import { errorSentence } from '@sealwright/phrases'
import { ShieldX } from 'lucide-react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { BackToEntities } from '../../blocks/entity/entity-detail.tsx'
import { EditPage } from '../../blocks/entity/entity-form.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { RoleForm } from './role-form.tsx'
import { draftOf, role } from './role.entity.tsx'
import type { RoleAnswer } from './role.entity.tsx'

/** Shown instead of the form to a person who does not have all rights of the role. */
function Unmanageable({ name }: { name: string }) {
  const say = useSentences()
  return (
    <EmptyState
      icon={ShieldX}
      title={name}
      sentence={errorSentence(say, 'access.hasMore', { name })}
      action={<BackToEntities entity={role} />}
    />
  )
}

const refusalOf = ({ name, isManageable }: RoleAnswer) => (isManageable ? null : <Unmanageable name={name} />)

export function Screen() {
  const t = usePhrases()
  const sentenceOf = ({ adminCount }: RoleAnswer) =>
    adminCount > 0 ? t('access.roles.editImpact', { count: adminCount }) : t('access.roles.editSentence')
  return (
    <EditPage entity={role} draftOf={draftOf} sentence={sentenceOf} otherwise={refusalOf}>
      {(form) => <RoleForm form={form} />}
    </EditPage>
  )
}
