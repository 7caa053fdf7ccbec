// Marking and deleting messages or notices. Nothing is marked while an administrator views as another one.
import { useCallback } from 'react'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { callServer, useAct } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Inbox } from './inbox.ts'

export function useInboxActs({ noun, calls }: Inbox) {
  const t = usePhrases()
  const tell = useCallback(({ count }: { count: number }) => toast.success(t('message.readDone', { count })), [t])
  const { act: mark } = useAct(calls.read, { onDone: tell })
  const { act: markAll, isActing: isMarkingAll } = useAct(calls.readAll, { onDone: tell })
  const { act: erase } = useAct(calls.delete, {
    onDone: ({ count }) => toast.success(t('message.delete.done', { count })),
  })
  const read = useCallback(
    async (guids: string[], onDone?: () => void) => {
      if (await mark({ guids })) onDone?.()
    },
    [mark],
  )
  const remove = useCallback(
    (guids: string[], onDone?: () => void) =>
      void confirmAction({
        title: t(`message.delete.title.${noun}`, { count: guids.length }),
        consequence: t('message.delete.consequence'),
        verb: t('message.actions.delete'),
        run: async () => {
          if (await erase({ guids })) onDone?.()
        },
      }),
    [t, noun, erase],
  )
  return { read, remove, markAll, isMarkingAll }
}

/** Marks a row that the person looks at. If this fails, the row stays unread until the next look. */
export async function markSeen({ calls }: Inbox, guid: string): Promise<void> {
  try {
    await callServer(calls.read, { guids: [guid] })
    await queryClient.invalidateQueries({ queryKey: [calls.find.name] })
  } catch {
    // Session and connection failures are handled centrally.
  }
}
