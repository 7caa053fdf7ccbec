// What is noted about a user, being edited. Saving sends the revision it was read with: when someone else saved in between, nothing typed is
// lost, and loading their version is offered.
import { userCalls, userProfile } from '@sealwright/contract'
import { useState } from 'react'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { Edited } from '../../blocks/edited.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { ReloadLatest } from '../../blocks/reload-latest.tsx'
import { callServer, useAct } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { goTo, useSearchOf } from '../../lib/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { draftOf, spellProfile } from './user-draft.ts'
import type { UserAnswer } from './user-draft.ts'
import { FixedAccountSection, ProfileSections } from './user-form.tsx'

function EditUser({ user }: { user: UserAnswer }) {
  const t = usePhrases()
  const { guid, account } = user
  const { sourcePath } = useSearchOf('/user/edit')
  const [revision, setRevision] = useState(user.revision)
  const [initial] = useState(() => draftOf(user))
  const form = useForm({ domain: 'customer', fields: userProfile, initial, spell: spellProfile })
  const back = (editId?: string) => {
    if (sourcePath === '/user/view') goTo('/user/view', { guid })
    else goTo('/user', { showSearch: '1', editId })
  }
  const update = useAct(userCalls.update, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('customer.user.form.saved', { account }))
      back(guid)
    },
  })
  const reload = async () => {
    const latest = await callServer(userCalls.get, { guid })
    setRevision(latest.revision)
    form.restart(draftOf(latest))
    update.reset()
  }
  return (
    <FormPage
      form={form}
      title={account}
      sentence={t('customer.user.form.editSentence')}
      saveText={t('customer.user.form.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      remedy={<ReloadLatest refusal={update.refusal} load={reload} />}
      onSave={(values) => void update.act({ ...values, guid, revision })}
      onCancel={() => back()}
    >
      <FixedAccountSection form={form} />
      <ProfileSections form={form} />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/user/edit')
  return (
    <Edited call={userCalls.get} payload={{ guid }} back={<BackToList to="/user" words="customer.user.form.back" />}>
      {(user) => <EditUser key={guid} user={user} />}
    </Edited>
  )
}
