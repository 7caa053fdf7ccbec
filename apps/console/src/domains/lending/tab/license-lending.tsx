// The lending of one code: its seats, who lends them, and what is lent.
import { CODE_PAGE, LIMITS, lendingCalls } from '@sealwright/contract'
import type { AnswerOf, LendingAdminRow, LendingSeats } from '@sealwright/contract'
import { ExternalLink, MailPlus, Plus, RotateCw, Trash2, UserRound } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { LoadingOrError } from '../../../blocks/control/states.tsx'
import { DetailSection } from '../../../blocks/detail/detail-page.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { RowActions } from '../../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { callServer, useAct, useAnswer } from '../../../lib/call/client.ts'
import { Link } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useSwitchedOff } from '../../../lib/session/config.ts'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { askInvite, askLend } from './lending-dialogs.tsx'
import { LendingList } from './lending-list.tsx'
import './lending.css'

export interface LendingLicense {
  licenseGuid: string
  /** The page that updates the license. Undefined if the person may not update it now. */
  updateHref: string | undefined
}

/** Whether something is lent, late, or somebody may lend. */
export async function hasLeftovers(licenseGuid: string): Promise<boolean> {
  const { lent, late, administrators } = await callServer(lendingCalls.seats, { licenseGuid })
  return lent > 0 || late > 0 || administrators.length > 0
}

const LOOK_MS = 15_000
const PARTS = ['lent', 'taken', 'free'] as const

function SeatBar({ seats: { seats, taken, lent, lendable, left, days } }: { seats: LendingSeats }) {
  const t = usePhrases()
  const format = useFormat()
  const counts = { lent, taken, free: seats === null ? 0 : Math.max(0, seats - taken - lent) }
  const all = Math.max(1, counts.lent + counts.taken + counts.free)
  const shown = PARTS.filter((part) => part !== 'free' || seats !== null)
  return (
    <div className="lending-seats">
      <span className="lending-bar" aria-hidden>
        {shown.map((part) => (
          <i key={part} data-part={part} style={{ width: `${(100 * counts[part]) / all}%` }} />
        ))}
      </span>
      <ul>
        {shown.map((part) => (
          <li key={part} data-part={part}>
            {t(`lending.tab.parts.${part}`)} <strong>{format.number(counts[part])}</strong>
          </li>
        ))}
        {seats === null && <li>{t('lending.tab.unlimited')}</li>}
      </ul>
      <p className="lending-quiet">{t('lending.tab.left', { left, lendable, days })}</p>
    </div>
  )
}

function Administrators({ licenseGuid, seats }: { licenseGuid: string; seats: AnswerOf<typeof lendingCalls.seats> }) {
  const t = usePhrases()
  const format = useFormat()
  const canManage = useCan(lendingCalls.invite)
  const invite = useAct(lendingCalls.invite, { onDone: () => toast.success(t('lending.admins.invited')) })
  const remove = useAct(lendingCalls.removeAdmin, { onDone: () => toast.success(t('lending.admins.removed')) })
  const { administrators, isOn } = seats
  const max = LIMITS.lending.administrators
  const canInvite = canManage && isOn && administrators.length < max
  const actionsOf = ({ guid, email }: LendingAdminRow) => [
    ...(isOn
      ? [
          {
            key: 'again',
            label: t('lending.admins.again'),
            icon: RotateCw,
            isShown: true,
            onSelect: () =>
              void confirmAction({
                title: t('lending.admins.againTitle', { email }),
                consequence: t('lending.admins.againSentence'),
                verb: t('lending.admins.again'),
                isDanger: false,
                run: () => invite.act({ licenseGuid, email }),
              }),
          },
        ]
      : []),
    {
      key: 'remove',
      label: t('lending.admins.remove'),
      icon: Trash2,
      isDanger: true,
      onSelect: () =>
        void confirmAction({
          title: t('lending.admins.removeTitle', { email }),
          consequence: t('lending.admins.removeSentence'),
          verb: t('lending.admins.remove'),
          run: () => remove.act({ guid }),
        }),
    },
  ]
  return (
    <DetailSection
      title={t('lending.admins.title')}
      action={
        canInvite && (
          <Button size="small" icon={MailPlus} onPress={() => askInvite(licenseGuid)}>
            {t('lending.admins.invite')}
          </Button>
        )
      }
    >
      <p className="lending-quiet">{t('lending.admins.sentence')}</p>
      {administrators.length === 0 ? (
        <p className="lending-none">
          <strong>{t('lending.admins.empty')}</strong>
          <span>{t('lending.admins.emptySentence')}</span>
        </p>
      ) : (
        <ul className="lending-admins" aria-label={t('lending.admins.title')}>
          {administrators.map((admin) => (
            <li key={admin.guid}>
              <UserRound size={18} aria-hidden />
              <span className="lending-lines">
                <span>{admin.email}</span>
                <span className="name-cell-below">
                  {t('lending.admins.invitedBy', { inviter: admin.inviter, time: format.time(admin.inviteTime) })}
                </span>
              </span>
              <span className="lending-seen">
                {t('lending.admins.seen')}{' '}
                {admin.seenTime === null ? t('lending.admins.never') : <TimeCell at={admin.seenTime} />}
              </span>
              {canManage && <RowActions name={admin.email} actions={() => actionsOf(admin)} />}
            </li>
          ))}
        </ul>
      )}
      {canManage && administrators.length >= max && (
        <p className="lending-quiet">{t('lending.admins.full', { max })}</p>
      )}
    </DetailSection>
  )
}

export function LicenseLending({ licenseGuid, updateHref }: LendingLicense) {
  const t = usePhrases()
  const canLend = useCan(lendingCalls.create)
  const isSwitchedOff = useSwitchedOff('lending')
  const { data: seats, error, refetch } = useAnswer(lendingCalls.seats, { licenseGuid }, { pollMs: LOOK_MS })
  if (!seats) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <div>
      <div className="lending-notices">
        {isSwitchedOff ? (
          <Notice tone="warn" title={t('lending.tab.off')}>
            {t('lending.tab.switchedOff')}
          </Notice>
        ) : (
          !seats.isOn && (
            <Notice
              tone="warn"
              title={t('lending.tab.off')}
              action={
                updateHref && (
                  <Link href={updateHref} className={buttonClass({ size: 'small' })}>
                    {t('lending.tab.toUpdate')}
                  </Link>
                )
              }
            >
              {t('lending.tab.offSentence')}
            </Notice>
          )
        )}
        {seats.late > 0 && <Notice tone="bad">{t('lending.tab.late', { count: seats.late })}</Notice>}
      </div>
      <DetailSection
        title={t('lending.tab.seats')}
        action={
          <a className={buttonClass({ size: 'small' })} href={CODE_PAGE} target="_blank" rel="noopener">
            <ExternalLink size={14} aria-hidden />
            {t('lending.tab.page')}
          </a>
        }
      >
        <p className="lending-quiet">{t('lending.tab.sentence')}</p>
        <SeatBar seats={seats} />
      </DetailSection>
      <Administrators licenseGuid={licenseGuid} seats={seats} />
      <DetailSection
        title={t('lending.tab.list')}
        action={
          canLend &&
          seats.isOn &&
          seats.left > 0 && (
            <Button size="small" icon={Plus} onPress={() => askLend(licenseGuid, seats.days)}>
              {t('lending.tab.lend')}
            </Button>
          )
        }
      >
        <LendingList licenseGuid={licenseGuid} hasLate={seats.late > 0} />
      </DetailSection>
    </div>
  )
}
