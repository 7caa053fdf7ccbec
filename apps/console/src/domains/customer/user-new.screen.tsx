// A new user. A trial developer whose users are used up is told before anything is typed.
import { developerCalls, userCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../blocks/button.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { EmptyState } from '../../blocks/states.tsx'
import { Can, useCan } from '../../lib/can.tsx'
import { useAct } from '../../lib/client.ts'
import { APPLY_PATH, FIRST_SCREEN, goToHref } from '../../lib/go.ts'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { ScreenLink, goTo } from '../../lib/navigate.tsx'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { BackToUsers } from './user-back-to-list.tsx'
import { EMPTY_USER, OWN_ACCOUNT, SHADOW_ACCOUNT } from './user-draft.ts'
import { AccountSection, ProfileSections } from './user-form.tsx'

function NewUser() {
  const t = usePhrases()
  const trial = useSession().developer.devInfo.trial
  // Who may create but not see users has no list to go to.
  const hasList = useCan(userCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) => (hasList ? goTo('/user', search) : goToHref(FIRST_SCREEN))
  const [isShadow, setIsShadow] = useState(false)
  const form = useForm({ domain: 'customer', initial: EMPTY_USER, ...(isShadow ? SHADOW_ACCOUNT : OWN_ACCOUNT) })
  const create = useAct(userCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { account }) => {
      form.settle()
      toast.success(t('customer.user.form.created', { account }))
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
      onSave={(values) => void create.act(values as PayloadOf<typeof userCalls.create>)} // checked against the same schemas
      onCancel={() => leave({ showSearch: '1' })}
    >
      <AccountSection form={form} isShadow={isShadow} onShadow={setIsShadow} />
      <ProfileSections form={form} />
    </FormPage>
  )
}

export function Screen() {
  const t = usePhrases()
  const say = useSentences()
  const allowance = useSession().developer.devInfo.trial?.users
  // Only as it was on arrival, since creating the last one changes it.
  const [max] = useState(allowance && allowance.used >= allowance.allowed ? allowance.allowed : undefined)
  if (max === undefined) return <NewUser />
  return (
    <EmptyState
      icon={UsersRound}
      title={t('customer.user.list.trialFullTitle')}
      sentence={errorSentence(say, 'user.trialLimit', { max })}
      action={
        <>
          <Can call={developerCalls.apply}>
            <ScreenLink to={APPLY_PATH} className={buttonClass({ kind: 'primary' })}>
              {t('developer.titles.apply')}
            </ScreenLink>
          </Can>
          <BackToUsers />
        </>
      }
    />
  )
}
