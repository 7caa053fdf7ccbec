// One integrator: its facts, assigned products and templates, its members and its history.
import { integratorCalls } from '@sealwright/contract'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useCallback } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { EntityDetail, EntityPage } from '../../blocks/entity/entity-detail.tsx'
import { goTo } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useLocksTab } from '../dongle/tab/index.ts'
import { LicensesTab, useLicenseCount, useSeenFamilies } from '../license/tab/index.ts'
import { useHistoryTab } from '../operation-log/index.ts'
import { useDeleteIntegrator, useSwitchIntegrator } from './actions/switch.ts'
import { Assignment } from './integrator-assigned.tsx'
import { IntegratorMembers } from './integrator-members.tsx'
import { IntegratorState, integrator } from './integrator.entity.tsx'
import type { IntegratorAnswer } from './integrator.entity.tsx'
import './integrator.css'

/** Only license codes are issued ahead. */
const STOCK = ['sn', 'smart'] as const
const LOGGED = ['isEnabled', 'members']

function Integrator({ answer }: { answer: IntegratorAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, isEnabled } = answer
  const stock = useSeenFamilies(STOCK)
  const stockCount = useLicenseCount(stock, 'integratorGuid', guid)
  const switchOne = useSwitchIntegrator()
  const remove = useDeleteIntegrator(() => goTo('/integrator', { showSearch: '1' }))
  // The log keeps the state as true or false.
  const wordsOf = useCallback(
    (field: string, value: string) =>
      field === 'isEnabled' ? t(value === 'true' ? 'integrator.states.enabled' : 'integrator.states.disabled') : value,
    [t],
  )
  const history = useHistoryTab(integrator, guid, { also: LOGGED, wordsOf })
  const locks = useLocksTab({ of: 'integratorGuid', guid, tab: 'locks', title: t('integrator.tabs.locks') })
  const codes = {
    key: 'stock',
    title: t('integrator.tabs.stock'),
    ...(stockCount !== undefined && { count: stockCount }),
    content: (
      <LicensesTab families={stock} of="integratorGuid" guid={guid} tab="stock" listSearch={{ integratorGuid: guid }} />
    ),
  }
  return (
    <EntityPage
      entity={integrator}
      answer={answer}
      subtitle={<IntegratorState isEnabled={isEnabled} />}
      onDelete={remove}
      actions={
        <Can call={isEnabled ? integratorCalls.disable : integratorCalls.enable}>
          <Button icon={isEnabled ? CirclePause : CirclePlay} onPress={() => switchOne(answer)}>
            {t(isEnabled ? 'integrator.actions.disable' : 'integrator.actions.enable')}
          </Button>
        </Can>
      }
      tabs={[
        {
          key: 'product',
          title: t('integrator.tabs.product'),
          count: format.number(answer.productCount),
          content: <Assignment key="product" guid={guid} kind="product" />,
        },
        {
          key: 'template',
          title: t('integrator.tabs.template'),
          count: format.number(answer.templateCount),
          content: <Assignment key="template" guid={guid} kind="template" />,
        },
        ...(stock.length > 0 ? [codes] : []),
        ...locks,
        {
          key: 'members',
          title: t('integrator.tabs.members'),
          count: format.number(answer.memberCount),
          content: <IntegratorMembers guid={guid} />,
        },
        history,
      ]}
    />
  )
}

export function Screen() {
  return <EntityDetail entity={integrator}>{(answer) => <Integrator key={answer.guid} answer={answer} />}</EntityDetail>
}
