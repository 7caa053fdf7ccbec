// Makes another account the super administrator. The code goes to that account; the current super administrator enters
// it and confirms a warning.
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import { Crown } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { Notice, SettingList, SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { SentCode } from './sent-code.tsx'

const FIELDS = ownAccountCalls.changeSuperAdministrator.payload.shape
const DIGITS = { verifyCode: LIMITS.verification.digits }
const EMPTY = { account: '', verifyCode: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

function HandOver({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'identity', fields: FIELDS, digits: DIGITS, initial: EMPTY, spell })
  const account = form.values.account.trim()
  const change = useAct(ownAccountCalls.changeSuperAdministrator, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('ownAccount.superAdministrator.done', { account }))
      onClose()
      // Privileges, menu and this section depend on the role.
      void queryClient.invalidateQueries()
    },
  })
  const ask = () =>
    confirmAction({
      title: t('ownAccount.superAdministrator.confirmTitle', { account }),
      consequence: t('ownAccount.superAdministrator.confirmConsequence'),
      verb: t('ownAccount.superAdministrator.confirmVerb'),
      run: () => change.act({ account, verifyCode: form.values.verifyCode }),
    })
  return (
    <InlineForm
      form={form}
      label={t('ownAccount.superAdministrator.title')}
      saveText={t('ownAccount.superAdministrator.submit')}
      saveKind="danger"
      isSaving={change.isActing}
      refusal={change.refusal}
      onSave={() => void ask()}
      onCancel={onClose}
    >
      <Notice tone="warn">{t('ownAccount.superAdministrator.warning')}</Notice>
      <TextField
        form={form}
        name="account"
        label={t('ownAccount.superAdministrator.account')}
        help={t('ownAccount.superAdministrator.accountHelp')}
        hasFocus
      />
      <SentCode
        form={form}
        purpose="superAdministrator"
        target={{ name: 'account', value: form.values.account, schema: FIELDS.account }}
        sent={() =>
          t('ownAccount.superAdministrator.codeSent', { minutes: LIMITS.superAdministratorChange.codeMinutes })
        }
      />
    </InlineForm>
  )
}

export function SuperAdministrator() {
  const t = usePhrases()
  const { account } = useSession()
  const address = account.email ?? account.mobile ?? ''
  const { isOpen, opener, open, close } = useOpening()
  return (
    <SettingList>
      <SettingRow
        mark={<Crown size={18} aria-hidden />}
        title={<span className="one-line">{account.displayName}</span>}
        note={address !== account.displayName && <span className="one-line">{address}</span>}
        actions={
          !isOpen && (
            <Button ref={opener} onPress={open}>
              {t('ownAccount.superAdministrator.start')}
            </Button>
          )
        }
      >
        {isOpen && <HandOver onClose={close} />}
      </SettingRow>
    </SettingList>
  )
}
