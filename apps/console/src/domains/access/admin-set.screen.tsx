// Editing an administrator. Saving sends the revision that was read; after a stale save, the latest version can be
// loaded.
import { accessCalls, adminName, isInvited } from '@sealwright/contract'
import { useState } from 'react'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useRevised } from '../../blocks/form/revised.tsx'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { draftOf } from './admin-draft.ts'
import type { AdminAnswer } from './admin-draft.ts'
import { AdminForm, useAdminEditor } from './admin-form.tsx'
import { EditedAdmin } from './edited-admin.tsx'

function SetAdmin({ admin }: { admin: AdminAnswer }) {
  const t = usePhrases()
  const { userId } = admin
  const [initial] = useState(() => draftOf(admin))
  const editor = useAdminEditor(initial, true)
  const { form } = editor
  const name = adminName(admin)
  const { saving } = useRevised({
    read: accessCalls.get,
    key: { userId },
    given: admin,
    update: accessCalls.update,
    restart: (latest) => editor.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('access.form.saved', { name }))
      goTo('/access', { showSearch: '1', editId: userId })
    },
  })
  return (
    <FormPage
      form={form}
      title={name}
      sentence={t('access.form.setSentence')}
      saveText={t('access.form.save')}
      {...saving}
      onSave={({ account: _account, ...values }) => saving.onSave(values)}
      onCancel={() => goTo('/access', { showSearch: '1' })}
    >
      <AdminForm editor={editor} userId={userId} isNameFixed={!isInvited(admin.state)} />
    </FormPage>
  )
}

export function Screen() {
  const { userId } = useSearchOf('/access/set')
  return <EditedAdmin userId={userId}>{(admin) => <SetAdmin key={userId} admin={admin} />}</EditedAdmin>
}
