// A role being edited. It says beforehand for how many people this changes something.
import { roleCalls } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { ShieldX } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Edited } from '../../blocks/form/edited.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useRevised } from '../../blocks/form/revised.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { ROLE_FIELDS, draftOf, spellRole } from './role-draft.ts'
import type { RoleAnswer } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'

const BACK = <BackToList to="/role" words="access.roles.back" />

function EditRole({ role }: { role: RoleAnswer }) {
  const t = usePhrases()
  const { guid } = role
  const { sourcePath } = useSearchOf('/role/edit')
  const [initial] = useState(() => draftOf(role))
  const form = useForm({ domain: 'access', fields: ROLE_FIELDS, initial, spell: spellRole })
  const back = (editId?: string) => {
    if (sourcePath === '/role/view') goTo('/role/view', { guid })
    else goTo('/role', { showSearch: '1', editId })
  }
  const { saved, saving } = useRevised({
    read: roleCalls.get,
    key: { guid },
    given: role,
    update: roleCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('access.roles.saved', { name: form.values.name }))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={role.name}
      sentence={
        saved.adminCount > 0
          ? t('access.roles.editImpact', { count: saved.adminCount })
          : t('access.roles.editSentence')
      }
      saveText={t('access.form.save')}
      {...saving}
      onCancel={() => back()}
    >
      <RoleForm form={form} />
    </FormPage>
  )
}

export function Screen() {
  const say = useSentences()
  const { guid } = useSearchOf('/role/edit')
  return (
    <Edited call={roleCalls.get} payload={{ guid }} back={BACK}>
      {(role) =>
        role.isManageable ? (
          <EditRole key={guid} role={role} />
        ) : (
          <EmptyState
            icon={ShieldX}
            title={role.name}
            sentence={errorSentence(say, 'access.hasMore', { name: role.name })}
            action={BACK}
          />
        )
      }
    </Edited>
  )
}
