// A new role.
import { roleCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { EMPTY_ROLE, ROLE_FIELDS, spellRole } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'

export function Screen() {
  const t = usePhrases()
  const hasList = useCan(roleCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/role', search) : goToHref(FIRST_SCREEN)
  const form = useForm({ domain: 'access', fields: ROLE_FIELDS, initial: EMPTY_ROLE, spell: spellRole })
  const create = useAct(roleCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('access.roles.created', { name }))
      leave({ editId: guid })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('access.titles.newRole')}
      sentence={t('access.roles.newSentence')}
      saveText={t('access.roles.save')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void create.act(values as PayloadOf<typeof roleCalls.create>)} // checked against the same schemas
      onCancel={() => leave({ showSearch: '1' })}
    >
      <RoleForm form={form} />
    </FormPage>
  )
}
