// What is noted about a user, being edited. Saving sends the revision it was read with: when someone else saved in between, nothing typed is
// lost, and loading their version is offered.
import { userCalls, userProfile } from '@sealwright/contract'
import { useState } from 'react'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { DetailError, DetailSkeleton } from '../../blocks/detail-page.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { ReloadLatest } from '../../blocks/reload-latest.tsx'
import { callServer, useAct, useAnswer } from '../../lib/client.ts'
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
  const answer = useAnswer(userCalls.get, { guid }, { staleMs: 0 })
  if (answer.error && !answer.data) return <DetailError error={answer.error} onRetry={() => void answer.refetch()} back={<BackToList to="/user" words="customer.user.form.back" />} />
  // What the cache has may be older than the last save; the revision that is sent must be the one that is edited.
  if (!answer.data || !answer.isFetchedAfterMount) return <DetailSkeleton />
  return <EditUser key={guid} user={answer.data} />
}
