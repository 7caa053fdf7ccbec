// A new administrator, with the rows that are assigned to them.
import { LIMITS, accessCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { EMPTY_ADMIN } from './admin-draft.ts'
import { AdminForm, useAdminEditor } from './admin-form.tsx'

export function Screen() {
  const t = usePhrases()
  const hasList = useCan(accessCalls.find)
  const editor = useAdminEditor(EMPTY_ADMIN, false)
  const { form } = editor
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/access', search) : goToHref(FIRST_SCREEN)
  const create = useAct(accessCalls.create, {
    showsRefusal: true,
    onDone: ({ userId }, payload) => {
      form.settle()
      toast.success(t('access.form.created', { name: payload.userName?.trim() || payload.account.trim() }))
      leave({ editId: userId })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('access.titles.new')}
      sentence={t('access.form.newSentence', { days: LIMITS.invitation.days })}
      saveText={t('access.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      // The form checks the values against the same schemas.
      onSave={(values) => void create.act(values as PayloadOf<typeof accessCalls.create>)}
      onCancel={() => leave({ showSearch: '1' })}
    >
      <AdminForm editor={editor} />
    </FormPage>
  )
}
