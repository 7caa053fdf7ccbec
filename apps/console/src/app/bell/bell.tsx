// The bell in the header: the number of unread messages and notices, which moves by itself, and a panel with the
// newest. The panel loads when it is opened.
import { LIMITS } from '@sealwright/contract'
import type { UnreadCounts } from '@sealwright/contract'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Popover } from '../../blocks/overlay/popover.tsx'
import { useUnread } from '../../domains/task/progress/task-feed.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { useOnDemand } from '../../lib/on-demand.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useIsListening } from '../shell/is-listening.ts'
import { useIsOffered } from '../shell/menu-rows.ts'
import css from './bell.module.css'

const loadPanel = async () => (await import('../../domains/message/bell-panel.tsx')).BellPanel
const MOST = LIMITS.message.countedMax - 1

/** The numbers of the stream. While it is interrupted, the last ones stay. */
function useKnownUnread(): UnreadCounts | undefined {
  const fed = useUnread(useIsListening())
  const [known, setKnown] = useState(fed)
  if (fed && fed !== known) setKnown(fed)
  const numbers = known && `${known.messages} ${known.notices}`
  const before = useRef<string>(undefined)
  useEffect(() => {
    // The lists changed too, here or in another window. A new message may be about an approval request.
    if (before.current !== undefined && before.current !== numbers)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [name] }) => /^(?:message|notice|audit)\./.test(String(name)),
      })
    before.current = numbers
  }, [numbers])
  return known
}

export function Bell() {
  const t = usePhrases()
  const format = useFormat()
  const isOffered = useIsOffered('/message/allMessage')
  const unread = useKnownUnread()
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { shown: Panel, open, close } = useOnDemand(loadPanel)
  if (!isOffered) return null
  const count = unread ? unread.messages + unread.notices : 0
  const label = count > MOST ? t('message.bell.many', { count: MOST }) : t('message.bell.label', { count })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`sw-icon-button ${css.bell ?? ''}`}
        aria-label={label}
        title={label}
        aria-expanded={Panel !== undefined}
        {...(Panel && { 'aria-controls': panelId })}
        onClick={Panel ? close : open}
      >
        <BellIcon size={17} aria-hidden />
        {count > 0 && (
          <span className={`sw-count ${css.count ?? ''}`}>{count > MOST ? `${MOST}+` : format.number(count)}</span>
        )}
      </button>
      {Panel && (
        <Popover anchor={button} align="end" onClose={close}>
          <Panel id={panelId} hasUnread={count > 0} onClose={close} />
        </Popover>
      )}
    </>
  )
}
