// The dialogs of lending: invite an administrator, lend a seat, take one back, and send a code.
import { LIMITS, filled, lendingCalls, shownCode } from '@sealwright/contract'
import type { AnswerOf, LendingRow, Violation } from '@sealwright/contract'
import { useCallback, useMemo } from 'react'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { alert, showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

const INVITE = { email: '' }
const INVITE_FIELDS = { email: lendingCalls.invite.payload.shape.email }
const spellInvite = ({ email }: typeof INVITE) => ({ email: email.trim() })

function InviteDialog({ licenseGuid, onClose }: { licenseGuid: string; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'lending', fields: INVITE_FIELDS, initial: INVITE, spell: spellInvite })
  const { act, isActing, refusal } = useAct(lendingCalls.invite, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('lending.admins.invited'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('lending.admins.inviteTitle')}
      saveText={t('lending.admins.invite')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ licenseGuid, ...spellInvite(form.values) })}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        help={t('lending.admins.inviteHelp', { hours: LIMITS.lending.linkHours })}
        isFirst
      />
    </FormDialog>
  )
}

export function askInvite(licenseGuid: string): void {
  void showDialog((settle) => <InviteDialog licenseGuid={licenseGuid} onClose={() => settle(true)} />)
}

const { person, email, days, note } = lendingCalls.create.payload.shape
const LEND_FIELDS = { person, email, days, note }
const USUAL_DAYS = 7

interface Draft {
  person: string
  email: string
  days: string
  note: string
}
const spellLend = (draft: Draft) => ({
  person: draft.person,
  email: draft.email.trim() || undefined,
  days: draft.days,
  note: draft.note || undefined,
})

interface MadeProps extends AnswerOf<typeof lendingCalls.create> {
  person: string
  email: string | undefined
}

/** The new code, to hand on. */
function Made({ code, dueTime, person: name, email: address }: MadeProps) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <div className="lending-made">
      <p className="lending-code">
        <CopyText text={shownCode(code)} />
      </p>
      <p>
        {address ? t('lending.tab.lentSent', { email: address }) : t('lending.tab.lentHand', { person: name })}{' '}
        {t('lending.tab.lentUntil', { time: format.time(dueTime) })}
      </p>
    </div>
  )
}

const tellMade = (title: string, made: MadeProps) => void alert({ title, body: <Made {...made} /> })

function LendDialog({ licenseGuid, most, onClose }: { licenseGuid: string; most: number; onClose: () => void }) {
  const t = usePhrases()
  const initial = useMemo(
    (): Draft => ({ person: '', email: '', days: String(Math.min(USUAL_DAYS, most)), note: '' }),
    [most],
  )
  const rules = useCallback(
    ({ days: typed }: Record<string, unknown>): Violation[] =>
      Number(typed) > most ? [{ path: 'days', rule: 'tooBig', params: { max: most } }] : [],
    [most],
  )
  const form = useForm({ domain: 'lending', fields: LEND_FIELDS, rules, initial, spell: spellLend })
  const { act, isActing, refusal } = useAct(lendingCalls.create, {
    showsRefusal: true,
    onDone: (made, { person: name, email: address }) => {
      onClose()
      tellMade(t('lending.tab.lentTitle'), { ...made, person: name, email: address })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('lending.tab.lendTitle')}
      saveText={t('lending.tab.lendVerb')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ licenseGuid, ...spellLend(form.values), days: Number(form.values.days) })}
      onClose={onClose}
    >
      <TextField form={form} name="person" isFirst />
      <TextField form={form} name="email" help={t('lending.tab.emailHelp')} />
      <TextField form={form} name="days" isNumber help={t('lending.tab.daysHelp', { max: most })} />
      <TextField form={form} name="note" />
    </FormDialog>
  )
}

export function askLend(licenseGuid: string, most: number): void {
  void showDialog((settle) => <LendDialog licenseGuid={licenseGuid} most={most} onClose={() => settle(true)} />)
}

const REVOKE = { reason: '' }
const REVOKE_FIELDS = { reason: lendingCalls.revoke.payload.shape.reason }
const spellRevoke = ({ reason }: typeof REVOKE) => ({ reason: reason || undefined })

interface RowDialogProps {
  row: LendingRow
  onClose: () => void
}

function RevokeDialog({ row, onClose }: RowDialogProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'lending', fields: REVOKE_FIELDS, initial: REVOKE, spell: spellRevoke })
  const { act, isActing, refusal } = useAct(lendingCalls.revoke, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('lending.tab.revoked'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('lending.tab.revokeTitle', { person: row.person })}
      saveText={t('lending.tab.revoke')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid: row.guid, ...spellRevoke(form.values) })}
      onClose={onClose}
    >
      <p>{t('lending.tab.revokeSentence')}</p>
      <TextField
        form={form}
        name="reason"
        help={t(row.state === 'created' ? 'lending.tab.unusedHelp' : 'lending.tab.reasonHelp')}
        counterMax={LIMITS.lending.noteMax}
        isFirst
      />
    </FormDialog>
  )
}

export function askRevoke(row: LendingRow): void {
  void showDialog((settle) => <RevokeDialog row={row} onClose={() => settle(true)} />)
}

/** The code needs an address, whether or not the borrower has one. */
const SEND_FIELDS = { email: filled(lendingCalls.send.payload.shape.email) }

function SendDialog({ row, onClose }: RowDialogProps) {
  const t = usePhrases()
  const initial = useMemo(() => ({ email: row.email ?? '' }), [row.email])
  const form = useForm({ domain: 'lending', fields: SEND_FIELDS, initial, spell: spellInvite })
  const { act, isActing, refusal } = useAct(lendingCalls.send, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('lending.tab.sent'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('lending.tab.sendTitle', { person: row.person })}
      saveText={t('lending.tab.send')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid: row.guid, ...spellInvite(form.values) })}
      onClose={onClose}
    >
      <TextField form={form} name="email" isFirst />
    </FormDialog>
  )
}

export function askSend(row: LendingRow): void {
  void showDialog((settle) => <SendDialog row={row} onClose={() => settle(true)} />)
}
