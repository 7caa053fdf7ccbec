// The members of an integrator: adding one by account, and removing one. A member's state cannot be edited here: it
// follows from the invitation and from the state of the integrator.
import { LIMITS, integratorCalls, isInvited } from '@sealwright/contract'
import type { AdminState, IntegratorMember } from '@sealwright/contract'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { EmptyState, LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { SettingList, SettingRow } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { TurnPages } from '../../blocks/list/paging/turn-pages.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

const PAGE = 20
const TONES: Record<AdminState, Tone> = {
  active: 'ok',
  waiting: 'warn',
  lapsed: 'bad',
  disabled: 'neutral',
  ended: 'neutral',
}
const { account, userName } = integratorCalls.addMember.payload.shape
const FIELDS = { account, userName }
const EMPTY = { account: '', userName: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

function AddMember({ guid, onClose }: { guid: string; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'integrator', fields: FIELDS, initial: EMPTY, spell })
  const add = useAct(integratorCalls.addMember, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('integrator.members.added', { account: form.values.account.trim() }))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t('integrator.members.add')}
      saveText={t('integrator.members.submit')}
      isSaving={add.isActing}
      refusal={add.refusal}
      onSave={() => void add.act({ guid, ...form.values })}
      onCancel={onClose}
    >
      <div className="field-row">
        <TextField
          form={form}
          name="account"
          help={t('integrator.members.accountHelp', { days: LIMITS.invitation.days })}
          hasFocus
        />
        <TextField form={form} name="userName" />
      </div>
    </InlineForm>
  )
}

function Member({ guid, member }: { guid: string; member: IntegratorMember }) {
  const t = usePhrases()
  const name = member.userName || member.account
  const hasJoined = !isInvited(member.state)
  const verb = t(hasJoined ? 'integrator.members.remove' : 'integrator.members.withdraw')
  const remove = useAct(integratorCalls.removeMember, {
    onDone: () => toast.success(t(hasJoined ? 'integrator.members.removed' : 'integrator.members.withdrawn', { name })),
  })
  const resend = useAct(integratorCalls.resendInvitation, {
    onDone: () => toast.success(t('integrator.members.resent', { name })),
  })
  const ask = () =>
    confirmAction({
      title: t(hasJoined ? 'integrator.members.removeTitle' : 'integrator.members.withdrawTitle', { name }),
      consequence: t(hasJoined ? 'integrator.members.removeConsequence' : 'integrator.members.withdrawConsequence'),
      verb,
      run: () => remove.act({ guid, userId: member.userId }),
    })
  return (
    <SettingRow
      mark={<Monogram name={name} />}
      title={
        <>
          {name}
          <StatusTag tone={TONES[member.state]}>{t(`access.states.${member.state}`)}</StatusTag>
        </>
      }
      note={
        <>
          {name !== member.account && <span>{member.account}</span>}
          <span>
            {t(hasJoined ? 'integrator.fields.joined' : 'integrator.members.invited')}{' '}
            <TimeCell at={member.createTime} />
          </span>
          {hasJoined && (
            <span>
              {member.lastSignIn === null ? (
                t('integrator.members.never')
              ) : (
                <>
                  {t('integrator.fields.lastSignIn')} <TimeCell at={member.lastSignIn} />
                </>
              )}
            </span>
          )}
        </>
      }
      actions={
        <Can call={integratorCalls.removeMember}>
          {!hasJoined && (
            <Button
              kind="quiet"
              aria-label={`${t('integrator.members.resend')}: ${name}`}
              onPress={() => void resend.act({ guid, userId: member.userId })}
            >
              {t('integrator.members.resend')}
            </Button>
          )}
          <Button kind="quiet" aria-label={`${verb}: ${name}`} onPress={() => void ask()}>
            {verb}
          </Button>
        </Can>
      }
    />
  )
}

export function IntegratorMembers({ guid }: { guid: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const { isOpen, opener, open, close } = useOpening()
  const canAdd = useCan(integratorCalls.addMember)
  const { data, error, refetch } = useAnswer(
    integratorCalls.findMembers,
    { guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  const add = canAdd && !isOpen && (
    <Button ref={opener} kind={data.records === 0 ? 'primary' : 'plain'} icon={UserPlus} onPress={open}>
      {t('integrator.members.add')}
    </Button>
  )
  if (data.records === 0 && !isOpen)
    return (
      <EmptyState
        icon={Users}
        title={t('integrator.members.emptyTitle')}
        sentence={t('integrator.members.emptySentence')}
        action={add}
      />
    )
  return (
    <div className="integrator-tab">
      <div className="settings-foot">
        <p>{t('integrator.members.sentence', { max: LIMITS.integrator.members })}</p>
        {add}
      </div>
      {isOpen && (
        <div className="integrator-add">
          <AddMember guid={guid} onClose={close} />
        </div>
      )}
      {data.records > 0 && (
        <SettingList label={t('integrator.tabs.members')}>
          {data.rows.map((member) => (
            <Member key={member.userId} guid={guid} member={member} />
          ))}
        </SettingList>
      )}
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </div>
  )
}
