// The mails about a user or a license: where each is, which way it went, and why it failed.
import { LIMITS, mailCalls } from '@sealwright/contract'
import type { MailRow, MailState, MailSubject } from '@sealwright/contract'
import { Mail, Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { EmptyState, LoadingOrError } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { TurnPages } from '../../../blocks/list/paging/turn-pages.tsx'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { callServer, useAnswer } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { problemWords } from '../problem-words.ts'
import './mails.css'

const PAGE = 10
/** A queued mail is sent within moments. */
const LOOK_MS = 5_000
const TONES: Record<MailState, Tone> = { queued: 'brand', kept: 'warn', sent: 'ok', failed: 'bad' }

interface Subject {
  about: MailSubject
  guid: string
}

function useResend(subject: Subject): (mail: MailRow) => void {
  const t = usePhrases()
  return ({ id, recipient, problem }) =>
    void confirmAction({
      title: t('sender.mail.resendTitle', { recipient }),
      consequence: problem === 'unconfirmed' ? t('sender.mail.unconfirmedWarning') : '',
      verb: t('sender.mail.resend'),
      isDanger: false,
      run: async () => {
        await callServer(mailCalls.resend, { ...subject, id })
        toast.success(t('sender.mail.resent'))
        await queryClient.invalidateQueries()
      },
    })
}

function MailItem({ mail, onResend }: { mail: MailRow; onResend: (mail: MailRow) => void }) {
  const t = usePhrases()
  const say = useSentences()
  const { kind, recipient, state, createTime, sentTime, problem, said, sender, canResend } = mail
  const kindKey = `sender.mail.kinds.${kind}`
  return (
    <li className="mail-item">
      <div className="mail-item-head">
        <StatusTag tone={TONES[state]}>{t(`sender.mail.states.${state}`)}</StatusTag>
        <strong>{say.has(kindKey) ? say(kindKey) : t('sender.mail.kinds.other')}</strong>
        <span>{recipient}</span>
        <TimeCell at={sentTime ?? createTime} />
        {state === 'sent' && (
          <span className="mail-item-quiet">
            {sender === null ? t('sender.mail.viaPlatform') : t('sender.mail.via', { sender })}
          </span>
        )}
        {canResend && (
          <Button size="small" icon={Send} onPress={() => onResend(mail)}>
            {t('sender.mail.resend')}
          </Button>
        )}
      </div>
      {state === 'kept' && <p className="mail-item-quiet">{t('sender.mail.kept')}</p>}
      {state !== 'sent' && problem !== null && <p>{problemWords(t, problem)}</p>}
      {state !== 'sent' && said !== null && <p className="mail-item-quiet">{t('sender.check.said', { said })}</p>}
    </li>
  )
}

export function Mails(subject: Subject) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const resend = useResend(subject)
  const { data, error, refetch } = useAnswer(
    mailCalls.find,
    { ...subject, currentPage: page, pageSize: PAGE },
    { keepPrevious: true, pollMs: LOOK_MS },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.records === 0)
    return (
      <EmptyState
        icon={Mail}
        title={t('sender.mail.emptyTitle')}
        sentence={t('sender.mail.emptySentence', { days: LIMITS.mail.endedDays })}
      />
    )
  return (
    <>
      <ol className="mail-items" aria-label={t('sender.mail.label')}>
        {data.rows.map((mail) => (
          <MailItem key={mail.id} mail={mail} onResend={resend} />
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}
