// The invitations to an address. Its owner arrives by the link of a message, or by account and code, sees who invites,
// and accepts one or declines. An address without an account sets its password here. Nothing happens before that.
import { LIMITS, invitationCalls } from '@sealwright/contract'
import type { AnswerOf, OpenInvitation, PayloadOf } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { CircleCheck, MailX } from 'lucide-react'
import { useId, useState } from 'react'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { LOGIN_PATH } from '../../lib/place/go.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases, useSentences, useTimeZone } from '../../lib/words/i18n.tsx'
import { useTimeZoneLabel } from '../../lib/words/time-zones.ts'
import { CodeLine } from './code-line.tsx'
import { ByLink, ToLogin } from './message-link.tsx'
import { OutsideFailed } from './outside-failed.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'
import { AccountLine, NewPasswordLines, OutsideFormBody, Submit, Trouble } from './outside-parts.tsx'
import { passAccount, passedAccount } from './passed-account.ts'
import css from './invitation.module.css'
import outside from './outside.module.css'

/** The link, or the account with its code. */
type Proof = PayloadOf<typeof invitationCalls.list>
type Invited = AnswerOf<typeof invitationCalls.list>

function ByCode({ onProven }: { onProven: (proof: Proof) => void }) {
  const t = usePhrases()
  const { submit, ...form } = useOutsideForm({
    call: invitationCalls.list,
    initial: { account: passedAccount(), verifyCode: '' },
    spell: ({ account, verifyCode }) => ({ account: account || undefined, verifyCode: verifyCode || undefined }),
    digits: { verifyCode: LIMITS.verification.digits },
    lands: { 'identity.codeWrong': 'verifyCode' },
  })
  const show = async () => {
    if (await submit()) onProven({ ...form.values })
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('ownAccount.invitation.title')}
      sentence={t('ownAccount.invitation.codeSentence')}
      onSubmit={() => void show()}
      foot={<a href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.reset.toLogin')}</a>}
    >
      <AccountLine form={form} name="account" />
      <CodeLine form={form} name="verifyCode" target="account" purpose="invitation" />
      <Submit isActing={form.isActing} acting={t('ownAccount.invitation.showing')}>
        {t('ownAccount.invitation.show')}
      </Submit>
    </OutsideFormBody>
  )
}

interface CardProps {
  invitation: OpenInvitation
  proof: Proof
  /** Given if there are several to choose from. */
  choice: { isChosen: boolean; onChoose: () => void } | undefined
}

function Card({ invitation, proof, choice }: CardProps) {
  const t = usePhrases()
  const factsId = useId()
  const format = useFormat()
  const zone = useTimeZoneLabel(useTimeZone())
  const { guid, developerName: developer, inviter, integratorName, expiresAt } = invitation
  const decline = useAct(invitationCalls.decline, {
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
      run: () => decline.act({ ...proof, guid }),
    })
  return (
    <li className={css.card}>
      {choice ? (
        <label className={css.choice}>
          <input
            type="radio"
            name="invitation"
            aria-describedby={factsId}
            checked={choice.isChosen}
            onChange={choice.onChoose}
          />
          <span className={css.developer}>{developer}</span>
        </label>
      ) : (
        <span className={css.developer}>{developer}</span>
      )}
      <button
        type="button"
        className={outside.quiet}
        aria-label={t('ownAccount.invitation.declineOf', { developer })}
        onClick={() => void ask()}
      >
        {t('ownAccount.invitation.decline')}
      </button>
      <div id={factsId} className={css.facts}>
        <p>
          {integratorName === null
            ? t('ownAccount.invitation.asAdministrator')
            : t('ownAccount.invitation.asMember', { integrator: integratorName })}
        </p>
        <p>{t('ownAccount.invitation.from', { inviter })}</p>
        <p>{t('ownAccount.invitation.untilIn', { time: format.time(expiresAt), zone })}</p>
      </div>
    </li>
  )
}

function Decision({ proof, invited, onJoined }: { proof: Proof; invited: Invited; onJoined: (name: string) => void }) {
  const t = usePhrases()
  const say = useSentences()
  const { account, invitations, needsPassword, worksFor } = invited
  const [chosen, choose] = useState<string>()
  // A declined invitation leaves the list.
  const current = invitations.find(({ guid }) => guid === chosen) ?? invitations[0]
  const { submit, ...form } = useOutsideForm({
    call: invitationCalls.accept,
    initial: { password: '', confirmPassword: '' },
    spell: ({ password, confirmPassword }) => ({
      ...proof,
      guid: current?.guid ?? '',
      ...(needsPassword && password && { password, confirmPassword }),
    }),
    also: ({ password }) =>
      needsPassword && password === ''
        ? { password: ruleSentence(say, 'required', t('identity.fields.password'), {}) }
        : {},
  })
  if (!current)
    return (
      <OutsideNotice
        icon={MailX}
        title={t('ownAccount.invitation.noneTitle')}
        action={<ToLogin account={account}>{t('identity.reset.doneAction')}</ToLogin>}
      >
        {t('ownAccount.invitation.noneSentence')}
      </OutsideNotice>
    )
  const accept = async () => {
    if (await submit()) onJoined(current.developerName)
  }
  const count = invitations.length
  return (
    <OutsideFormBody
      form={form}
      title={t('ownAccount.invitation.title')}
      sentence={
        count === 1
          ? t('ownAccount.invitation.to', { account })
          : t('ownAccount.invitation.toSeveral', { account, count })
      }
      onSubmit={() => void accept()}
      foot={<a href={passAccount(LOGIN_PATH, account)}>{t('identity.reset.toLogin')}</a>}
    >
      <ul className={css.list} aria-label={t('ownAccount.invitation.title')}>
        {invitations.map((invitation) => (
          <Card
            key={invitation.guid}
            invitation={invitation}
            proof={proof}
            choice={
              count > 1 && worksFor === null
                ? {
                    isChosen: invitation === current,
                    onChoose: () => choose(invitation.guid),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {worksFor === null ? (
        <>
          {needsPassword && (
            <>
              <p className={css.password}>{t('ownAccount.invitation.password', { account })}</p>
              <NewPasswordLines form={form} />
            </>
          )}
          <Submit isActing={form.isActing} acting={t('ownAccount.invitation.accepting')}>
            {count === 1
              ? t('ownAccount.invitation.accept')
              : t('ownAccount.invitation.acceptOf', { developer: current.developerName })}
          </Submit>
        </>
      ) : (
        <Trouble>{t('ownAccount.invitation.worksFor', { developer: worksFor })}</Trouble>
      )}
    </OutsideFormBody>
  )
}

function Invitations({ proof }: { proof: Proof }) {
  const t = usePhrases()
  const [joined, setJoined] = useState<string>()
  const { data, error, refetch } = useAnswer(invitationCalls.list, proof, { enabled: joined === undefined })
  if (joined !== undefined)
    return (
      <OutsideNotice
        icon={CircleCheck}
        tone="ok"
        title={t('ownAccount.invitation.acceptedTitle', { developer: joined })}
        action={<ToLogin account={data?.account ?? ''}>{t('identity.reset.doneAction')}</ToLogin>}
      >
        {t('ownAccount.invitation.acceptedSentence')}
      </OutsideNotice>
    )
  if (data) return <Decision proof={proof} invited={data} onJoined={setJoined} />
  if (!error)
    return (
      <p className={outside.form} role="status" aria-busy>
        {t('ownAccount.invitation.showing')}
      </p>
    )
  return <OutsideFailed error={error} onRetry={() => void refetch()} />
}

/** With a checked link, or with a code that the form has checked. */
function Arrival({ link }: { link: string | undefined }) {
  const [proof, setProof] = useState<Proof | undefined>(link === undefined ? undefined : { link })
  return proof ? <Invitations proof={proof} /> : <ByCode onProven={setProof} />
}

export function InvitationPage() {
  const t = usePhrases()
  return (
    <OutsideFrame>
      <ByLink purpose="invitation" dropText={t('ownAccount.invitation.byCode')}>
        {(found) => <Arrival key={found?.link} link={found?.link} />}
      </ByLink>
    </OutsideFrame>
  )
}
