// The dialogs of operators: an invitation, their roles, and a link for a new password. A link is shown only once.
import { LIMITS, operatorDesk } from '@sealwright/contract'
import type { OperatorRole, OperatorRow } from '@sealwright/contract'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { copyText } from '../../blocks/control/copy-text.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { RolesField } from './roles.tsx'
import css from './operators.module.css'

/** Whoever uses the link that the center printed gives an address only then. */
export const shownName = (t: Translate, { name, email }: Pick<OperatorRow, 'name' | 'email'>) =>
  name ?? (email || t('desk.operators.nobodyYet'))

function LinkDialog({ link, email, onClose }: { link: string; email: string; onClose: () => void }) {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  const copy = async () => {
    if (await copyText(link)) setWasCopied(true)
  }
  return (
    <ModalFrame title={t('desk.operators.linkTitle')} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields">
          <p>{t('desk.operators.linkSentence', { email })}</p>
          <p className={css.link}>{link}</p>
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button icon={wasCopied ? Check : Copy} data-first-focus onPress={() => void copy()}>
            {t(wasCopied ? 'desk.operators.copied' : 'desk.operators.copyLink')}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t('desk.operators.done')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

function openLink(link: string, email: string): void {
  void showDialog((settle) => <LinkDialog link={link} email={email} onClose={() => settle(true)} />)
}

interface Invitation {
  email: string
  roles: readonly OperatorRole[]
}
const NOBODY: Invitation = { email: '', roles: [] }

function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'operator', fields: operatorDesk.invite.payload.shape, initial: NOBODY })
  const { email, roles } = form.values
  const invite = useAct(operatorDesk.invite, {
    showsRefusal: true,
    onDone: ({ link }) => {
      onClose()
      openLink(link, email.trim())
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.operators.inviteTitle')}
      saveText={t('desk.operators.inviteSubmit')}
      isSaving={invite.isActing}
      refusal={invite.refusal}
      onSave={() => void invite.act({ email, roles: [...roles] })}
      onClose={onClose}
    >
      <p>{t('desk.operators.inviteSentence', { hours: LIMITS.operator.linkHours })}</p>
      <TextField form={form} name="email" isFirst autoComplete="off" />
      <RolesField form={form} onRoles={(next) => form.set('roles', next)} />
    </FormDialog>
  )
}

export function openInvitation(): void {
  void showDialog((settle) => <InviteDialog onClose={() => settle(true)} />)
}

const ROLES_FIELD = { roles: operatorDesk.update.payload.shape.roles }

function RolesDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState<Pick<Invitation, 'roles'>>({ roles: operator.roles })
  const form = useForm({ domain: 'operator', fields: ROLES_FIELD, initial })
  const update = useAct(operatorDesk.update, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('desk.operators.saved'))
    },
  })
  const { guid, revision } = operator
  return (
    <FormDialog
      form={form}
      title={t('desk.operators.editTitle', { name: shownName(t, operator) })}
      saveText={t('desk.operators.editSubmit')}
      isSaving={update.isActing}
      refusal={update.refusal}
      onSave={() => (form.isDirty() ? void update.act({ guid, revision, roles: [...form.values.roles] }) : onClose())}
      onClose={onClose}
    >
      <RolesField form={form} onRoles={(next) => form.set('roles', next)} />
    </FormDialog>
  )
}

export function openRoles(operator: OperatorRow): void {
  void showDialog((settle) => <RolesDialog operator={operator} onClose={() => settle(true)} />)
}

const RENEWAL_FIELD = { resetsFactor: operatorDesk.renewLink.payload.shape.resetsFactor }

function RenewDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState({ resetsFactor: false })
  const form = useForm({ domain: 'operator', fields: RENEWAL_FIELD, initial })
  const renew = useAct(operatorDesk.renewLink, {
    showsRefusal: true,
    onDone: ({ link }) => {
      onClose()
      openLink(link, operator.email)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.operators.renewTitle', { name: shownName(t, operator) })}
      saveText={t('desk.operators.renewSubmit')}
      isSaving={renew.isActing}
      refusal={renew.refusal}
      onSave={() => void renew.act({ guid: operator.guid, ...form.values })}
      onClose={onClose}
    >
      <p>{t('desk.operators.renewSentence')}</p>
      <Checkbox isChecked={form.values.resetsFactor} onChange={(next) => form.set('resetsFactor', next)}>
        {t('desk.operators.resetsFactor')}
      </Checkbox>
    </FormDialog>
  )
}

export function openRenewal(operator: OperatorRow): void {
  void showDialog((settle) => <RenewDialog operator={operator} onClose={() => settle(true)} />)
}
