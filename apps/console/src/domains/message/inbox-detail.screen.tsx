// One message or notice in full, with the way to its thing and to its neighbors. Opening it marks it as read.
import { ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { Link, goToHref, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { markSeen, useInboxActs } from './inbox-acts.ts'
import { InboxMark } from './inbox-parts.tsx'
import type { InboxNoun } from './inbox-paths.ts'
import { INBOXES } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import { kindLabels } from './kind-labels.ts'
import './message.css'

function Back({ inbox: { noun, paths } }: { inbox: Inbox }) {
  const t = usePhrases()
  return (
    <Link href={`${paths.all}?showSearch=1`} className={buttonClass({ kind: 'quiet' })}>
      <ArrowLeft size={15} aria-hidden />
      {t(`message.back.${noun}`)}
    </Link>
  )
}

function InboxDetail({ inbox, guid }: { inbox: Inbox; guid: string }) {
  const t = usePhrases()
  const { viewAs } = useSession()
  const { remove } = useInboxActs(inbox)
  const { data, error, refetch } = useAnswer(inbox.calls.get, { guid })
  // A message of the platform is about nothing else: its link is the inbox.
  const link = data?.row.link === inbox.paths.all ? undefined : (data?.row.link ?? undefined)
  const canOpen = useCanOpen(link)
  const isUnread = data !== undefined && !data.row.isRead
  const isOwn = !viewAs
  useEffect(() => {
    if (isUnread && isOwn) void markSeen(inbox, guid)
  }, [isUnread, isOwn, inbox, guid])
  if (!data)
    return error ? (
      <DetailError error={error} onRetry={() => void refetch()} back={<Back inbox={inbox} />} />
    ) : (
      <DetailSkeleton />
    )
  const { row, newer, older } = data
  return (
    <DetailPage
      mark={<InboxMark row={{ ...row, isRead: true }} size={56} />}
      title={row.title}
      subtitle={kindLabels(t, inbox.noun)(row)}
      actions={
        <>
          <Back inbox={inbox} />
          {isOwn && (
            <Button icon={Trash2} onPress={() => remove([guid], () => goToHref(inbox.paths.all))}>
              {t('message.actions.delete')}
            </Button>
          )}
          {link !== undefined && canOpen && (
            <Link href={link} className={buttonClass({ kind: 'primary' })}>
              {t('message.actions.toThing')}
              <ArrowRight size={15} aria-hidden />
            </Link>
          )}
        </>
      }
      facts={[{ label: t('message.fields.createTime'), value: <TimeCell at={row.createTime} /> }]}
    >
      <p className="inbox-text">{row.text}</p>
      <nav className="inbox-neighbors" aria-label={t(`message.nouns.${inbox.noun}`)}>
        {newer !== null && (
          <Link href={inbox.hrefOf(newer)} className={buttonClass({ size: 'small' })}>
            <ChevronLeft size={14} aria-hidden />
            {t('message.actions.newer')}
          </Link>
        )}
        {older !== null && (
          <Link href={inbox.hrefOf(older)} className={buttonClass({ size: 'small' })}>
            {t('message.actions.older')}
            <ChevronRight size={14} aria-hidden />
          </Link>
        )}
      </nav>
    </DetailPage>
  )
}

export const screenOf = (noun: InboxNoun) =>
  function Screen() {
    const { guid } = useSearchOf(INBOXES[noun].paths.detail)
    return <InboxDetail key={guid} inbox={INBOXES[noun]} guid={guid} />
  }
