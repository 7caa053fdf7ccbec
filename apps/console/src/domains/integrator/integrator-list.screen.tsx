// The list of integrators.
import { integratorCalls } from '@sealwright/contract'
import type { IntegratorRow } from '@sealwright/contract'
import { CirclePause, CirclePlay, Handshake } from 'lucide-react'
import { useCallback } from 'react'
import { useEntityActions } from '../../blocks/entity/entity-actions.ts'
import { EntityList } from '../../blocks/entity/entity-list.tsx'
import { firstOf } from '../../blocks/entity/entity.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useDeleteIntegrator, useSwitchIntegrator } from './actions/switch.ts'
import { integrator } from './integrator.entity.tsx'

export const first = firstOf(integrator)

export function Screen() {
  const t = usePhrases()
  const canSwitch = useCan(integratorCalls.disable)
  const switchOne = useSwitchIntegrator()
  const { view, edit, remove } = useEntityActions(integrator, useDeleteIntegrator())
  const actions = useCallback(
    (row: IntegratorRow): RowAction[] => {
      const toggle = {
        key: 'switch',
        label: t(row.isEnabled ? 'integrator.actions.disable' : 'integrator.actions.enable'),
        icon: row.isEnabled ? CirclePause : CirclePlay,
        onSelect: () => switchOne(row),
      }
      return [...view(row), ...edit(row), ...(canSwitch ? [toggle] : []), ...remove(row)]
    },
    [view, edit, remove, canSwitch, switchOne, t],
  )
  return (
    <EntityList
      entity={integrator}
      title={t('integrator.titles.list')}
      sentence={t('integrator.list.sentence')}
      actions={actions}
      empty={{
        icon: Handshake,
        title: t('integrator.list.emptyTitle'),
        sentence: t('integrator.list.emptySentence'),
      }}
    />
  )
}
