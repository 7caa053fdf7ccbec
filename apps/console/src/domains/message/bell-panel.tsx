// The panel of the bell: the newest messages and notices together, the ways to both lists, and "mark all as read".
import { messageCalls, noticeCalls } from '@sealwright/contract'
import type { InboxRow } from '@sealwright/contract'
import { CheckCheck, Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { Link, ScreenLink } from '../../lib/place/navigate.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { InboxMark } from './inbox-parts.tsx'
import { INBOXES } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import './message.css'

const NEWEST = 8
const PAGE = { currentPage: 1, pageSize: NEWEST }

interface BellPanelProps {
  id: string
  hasUnread: boolean
  onClose: () => void
}

function useNewest() {
  const messages = useAnswer(messageCalls.find, PAGE)
  const notices = useAnswer(noticeCalls.find, PAGE)
  const of = (inbox: Inbox) => (row: InboxRow) => ({ inbox, row })
  return {
    rows:
      messages.data &&
      notices.data &&
      [...messages.data.rows.map(of(INBOXES.message)), ...notices.data.rows.map(of(INBOXES.notice))]
        .toSorted((one, other) => other.row.createTime.localeCompare(one.row.createTime))
        .slice(0, NEWEST),
    error: messages.error ?? notices.error,
    retry: () => void Promise.all([messages.refetch(), notices.refetch()]),
  }
}

export function BellPanel({ id, hasUnread, onClose }: BellPanelProps) {
  const t = usePhrases()
  const format = useFormat()
  const { viewAs } = useSession()
  const { rows, error, retry } = useNewest()
  const readMessages = useAct(messageCalls.readAll)
  const readNotices = useAct(noticeCalls.readAll)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const content = () => {
    if (!rows) return error ? <ErrorState error={error} onRetry={retry} /> : <SettingsSkeleton rows={3} />
    if (rows.length === 0) return <p className="bell-empty">{t('message.bell.empty')}</p>
    return (
      <ul className="bell-rows">
        {rows.map(({ inbox, row }) => (
          <li key={row.guid}>
            <Link
              href={inbox.hrefOf(row.guid)}
              className={row.isRead ? 'bell-row inbox-read' : 'bell-row'}
              onClick={onClose}
            >
              <InboxMark row={row} />
              <span className="bell-words">
                <span className="name-cell-name">{row.title}</span>
                <time className="name-cell-below" dateTime={row.createTime}>
                  {format.ago(row.createTime)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <div
      id={id}
      ref={panel}
      className="bell-panel"
      tabIndex={-1}
      role="group"
      aria-label={t('message.bell.title')}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      <div className="bell-head">
        <strong>{t('message.bell.title')}</strong>
        {hasUnread && !viewAs && (
          <Button
            kind="quiet"
            size="small"
            icon={CheckCheck}
            isBusy={readMessages.isActing || readNotices.isActing}
            onPress={() => void Promise.all([readMessages.act({}), readNotices.act({})])}
          >
            {t('message.list.readAll')}
          </Button>
        )}
      </div>
      {content()}
      <div className="bell-foot">
        <ScreenLink to="/message/allMessage" onClick={onClose}>
          {t('message.bell.allMessages')}
        </ScreenLink>
        <ScreenLink to="/notice/allNotice" onClick={onClose}>
          {t('message.bell.allNotices')}
        </ScreenLink>
        <ScreenLink
          to="/messageSetting"
          className="sw-icon-button"
          aria-label={t('message.list.settings')}
          title={t('message.list.settings')}
          onClick={onClose}
        >
          <Settings size={15} aria-hidden />
        </ScreenLink>
      </div>
    </div>
  )
}
