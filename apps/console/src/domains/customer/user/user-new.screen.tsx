// A new user.
import { userCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../../lib/place/go.ts'
import { goTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TrialGate } from '../../developer/index.ts'
import { EMPTY_USER, OWN_ACCOUNT, SHADOW_ACCOUNT } from './user-draft.ts'
import { AccountSection, ProfileSections } from './user-form.tsx'

function NewUser() {
  const t = usePhrases()
  const trial = useSession().developer.devInfo.trial
  // A person can have the right to create users, but not to see them.
  const hasList = useCan(userCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/user', search) : goToHref(FIRST_SCREEN)
  const [isShadow, setIsShadow] = useState(false)
  const form = useForm({ domain: 'customer', initial: EMPTY_USER, ...(isShadow ? SHADOW_ACCOUNT : OWN_ACCOUNT) })
  const create = useAct(userCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { account }) => {
      form.settle()
      // Addresses are stored in lower case, shadow accounts as typed.
      toast.success(
        t('customer.user.form.created', { account: isShadow ? account.trim() : account.trim().toLowerCase() }),
      )
      leave({ editId: guid })
    },
  })
  const sentence = t('customer.user.form.newSentence')
  return (
    <FormPage
      form={form}
      title={t('customer.user.titles.new')}
      sentence={trial ? t('customer.user.list.trial', { sentence, ...trial.users }) : sentence}
      saveText={t('customer.user.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      // The form checks the values against the same schemas.
      onSave={(values) => void create.act(values as PayloadOf<typeof userCalls.create>)}
      onCancel={() => leave({ showSearch: '1' })}
    >
      <AccountSection form={form} isShadow={isShadow} onShadow={setIsShadow} />
      <ProfileSections form={form} />
    </FormPage>
  )
}

export function Screen() {
  const t = usePhrases()
  return (
    <TrialGate
      of="users"
      icon={UsersRound}
      title={t('customer.user.list.trialFullTitle')}
      back={<BackToList to="/user" words="customer.user.form.back" />}
    >
      <NewUser />
    </TrialGate>
  )
}
