// Turns a flow on or off. Turning off asks first if requests wait under the flow.
import { approveCalls } from '@sealwright/contract'
import type { FlowRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export function useTurn(): (row: Pick<FlowRow, 'guid' | 'name' | 'isOn' | 'waiting'>) => void {
  const t = usePhrases()
  const { act } = useAct(approveCalls.turn)
  return useCallback(
    ({ guid, name, isOn, waiting }) => {
      const turn = async () => {
        if (await act({ guid, isOn: !isOn })) toast.success(t(isOn ? 'approve.turn.off' : 'approve.turn.on', { name }))
      }
      if (!isOn || waiting === 0) return void turn()
      return void confirmAction({
        title: t('approve.turn.title', { name }),
        consequence: t('approve.turn.consequence', { waiting }),
        verb: t('approve.actions.turnOff'),
        run: turn,
      })
    },
    [t, act],
  )
}
