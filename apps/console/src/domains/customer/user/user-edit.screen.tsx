// Editing a user.
import { userCalls, userProfile } from '@sealwright/contract'
import { useState } from 'react'
import { Edited } from '../../../blocks/form/edited.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useRevised } from '../../../blocks/form/revised.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePerson } from '../../../lib/session/person.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { draftOf, spellProfile } from './user-draft.ts'
import type { UserAnswer } from './user-draft.ts'
import { FixedAccountSection, ProfileSections } from './user-form.tsx'

function EditUser({ user }: { user: UserAnswer }) {
  const t = usePhrases()
  const { guid, account } = user
  const { sourcePath } = useSearchOf('/user/edit')
  const [initial] = useState(() => draftOf(user))
  const form = useForm({
    domain: 'customer',
    fields: userProfile,
    initial,
    spell: spellProfile,
    comesBackTo: usePerson().id,
  })
  const back = (editId?: string) => {
    if (sourcePath === '/user/view') goTo('/user/view', { guid })
    else goTo('/user', { showSearch: '1', editId })
  }
  const { saving } = useRevised({
    read: userCalls.get,
    key: { guid },
    given: user,
    update: userCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('customer.user.form.saved', { account }))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={account}
      sentence={t('customer.user.form.editSentence')}
      saveText={t('customer.user.form.save')}
      {...saving}
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
