// The developer that the account belongs to, and invitations of others. An account can join only one developer, so an
// invitation can be declined here, and accepted after leaving.
import { accessCalls, invitationCalls } from '@sealwright/contract'
import type { OpenInvitation } from '@sealwright/contract'
import { Building2, Mail } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { Notice, SettingList, SettingRow, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { leaveForLogin, useAct, useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { roleOf, useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

function InvitationRow({ invitation }: { invitation: OpenInvitation }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, developerName: developer, inviter, integratorName, expiresAt } = invitation
  const decline = useAct(invitationCalls.declineOwn, {
    onDone: () => {
      toast.success(t('ownAccount.invitation.declined', { developer }))
      void queryClient.invalidateQueries()
    },
  })
  const ask = () =>
    confirmAction({
      title: t('ownAccount.invitation.declineTitle', { developer }),
      consequence: t('ownAccount.invitation.declineConsequence'),
      verb: t('ownAccount.invitation.decline'),
      run: () => decline.act({ guid }),
    })
  return (
    <SettingRow
      mark={<Mail size={18} aria-hidden />}
      title={developer}
      note={
        <>
          <span>
            {integratorName === null
              ? t('ownAccount.invitation.asAdministrator')
              : t('ownAccount.invitation.asMember', { integrator: integratorName })}
          </span>
          <span>{t('ownAccount.invitation.from', { inviter })}</span>
          <span>{t('ownAccount.invitation.until', { time: format.time(expiresAt) })}</span>
        </>
      }
      actions={
        <Button aria-label={t('ownAccount.invitation.declineOf', { developer })} onPress={() => void ask()}>
          {t('ownAccount.invitation.decline')}
        </Button>
      }
    />
  )
}

function Invitations() {
  const t = usePhrases()
  const { developer, isMainAccount } = useSession()
  const { data, error, refetch } = useAnswer(invitationCalls.listOwn, {})
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={1} />
  if (data.length === 0) return <p className="setting-note">{t('ownAccount.invitation.own.none')}</p>
  return (
    <>
      <Notice>
        {t(isMainAccount ? 'ownAccount.invitation.own.blockedSuper' : 'ownAccount.invitation.own.blocked', {
          developer: developer.name,
        })}
      </Notice>
      <SettingList label={t('ownAccount.invitation.own.title')}>
        {data.map((invitation) => (
          <InvitationRow key={invitation.guid} invitation={invitation} />
        ))}
      </SettingList>
    </>
  )
}

function Leave() {
  const t = usePhrases()
  const session = useSession()
  const { developer, isMainAccount } = session
  const { name } = developer
  const leave = useAct(accessCalls.leave, {
    onDone: () => {
      toast.success(t('ownAccount.invitation.leave.done', { developer: name }))
      leaveForLogin()
    },
  })
  const ask = () =>
    confirmAction({
      title: t('ownAccount.invitation.leave.confirmTitle', { developer: name }),
      consequence: t('ownAccount.invitation.leave.consequence'),
      verb: t('ownAccount.invitation.leave.start'),
      run: () => leave.act({}),
    })
  return (
    <SettingList>
      <SettingRow
        mark={<Building2 size={18} aria-hidden />}
        title={name}
        note={isMainAccount ? t('ownAccount.invitation.leave.superNote') : t(roleOf(session))}
        actions={!isMainAccount && <Button onPress={() => void ask()}>{t('ownAccount.invitation.leave.start')}</Button>}
      />
    </SettingList>
  )
}

export function Membership() {
  const t = usePhrases()
  const { developer, viewAs } = useSession()
  // Personal: closed while viewing as somebody else.
  if (viewAs) return null
  return (
    <>
      <FormSection title={t('ownAccount.invitation.own.title')} sentence={t('ownAccount.invitation.own.sentence')}>
        <Invitations />
      </FormSection>
      <FormSection
        title={t('ownAccount.invitation.leave.title')}
        sentence={t('ownAccount.invitation.leave.sentence', { developer: developer.name })}
      >
        <Leave />
      </FormSection>
    </>
  )
}
