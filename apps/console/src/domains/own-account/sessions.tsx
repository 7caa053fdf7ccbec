// The sessions of the account. Each can be ended; ending the current one signs out.
import type { AnswerOf } from '@sealwright/contract'
import { ownAccountCalls } from '@sealwright/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { SettingList, SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { isHandheld, usePlaceName } from '../../blocks/security/place.ts'
import { useAct } from '../../lib/call/client.ts'
import { signOut } from '../../lib/session/leave.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

type LiveSession = AnswerOf<typeof ownAccountCalls.security>['sessions'][number]

function SessionRow({ session }: { session: LiveSession }) {
  const t = usePhrases()
  const format = useFormat()
  const place = usePlaceName()(session.userAgent)
  const Icon = isHandheld(session.userAgent) ? Smartphone : Monitor
  const verb = t(session.isThis ? 'ownAccount.sessions.leave' : 'ownAccount.sessions.end')
  const end = useAct(ownAccountCalls.endSession, { onDone: () => toast.success(t('ownAccount.sessions.ended')) })
  const ask = () =>
    session.isThis
      ? confirmAction({
          title: t('ownAccount.sessions.leaveTitle'),
          consequence: t('ownAccount.sessions.leaveConsequence'),
          verb: t('ownAccount.sessions.leave'),
          isDanger: false,
          run: signOut,
        })
      : confirmAction({
          title: t('ownAccount.sessions.endTitle'),
          consequence: t('ownAccount.sessions.endConsequence', { place }),
          verb: t('ownAccount.sessions.end'),
          run: () => end.act({ guid: session.guid }),
        })
  return (
    <SettingRow
      mark={<Icon size={18} aria-hidden />}
      title={
        <>
          {place}
          {session.isThis && <StatusTag tone="ok">{t('ownAccount.sessions.this')}</StatusTag>}
        </>
      }
      note={
        <>
          <span className="sw-tabular">{session.network}</span>
          <span>{t('ownAccount.sessions.from', { time: format.time(session.createdAt) })}</span>
          <span>{t('ownAccount.sessions.seen', { ago: format.ago(session.lastSeenAt) })}</span>
        </>
      }
      actions={
        <Button aria-label={`${verb}: ${place}, ${session.network}`} onPress={() => void ask()}>
          {verb}
        </Button>
      }
    />
  )
}

export function Sessions({ sessions }: { sessions: readonly LiveSession[] }) {
  const t = usePhrases()
  const others = sessions.filter((session) => !session.isThis).length
  const endOthers = useAct(ownAccountCalls.endOtherSessions, {
    onDone: ({ ended }) => toast.success(t('ownAccount.sessions.othersEnded', { count: ended })),
  })
  const ask = () =>
    confirmAction({
      title: t('ownAccount.sessions.endOthersTitle'),
      consequence: t('ownAccount.sessions.endOthersConsequence', { count: others }),
      verb: t('ownAccount.sessions.endOthers'),
      run: () => endOthers.act({}),
    })
  // The current session first: people look for it.
  const ordered = sessions.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  )
  return (
    <div className="sessions">
      <div className="settings-foot">
        <p>{t('ownAccount.sessions.sentence')}</p>
        {others > 0 && <Button onPress={() => void ask()}>{t('ownAccount.sessions.endOthers')}</Button>}
      </div>
      <SettingList label={t('ownAccount.security.tabs.sessions')}>
        {ordered.map((session) => (
          <SessionRow key={session.guid} session={session} />
        ))}
      </SettingList>
    </div>
  )
}
