// One integrator: its facts, what is assigned to it, its members, and what happened to it.
import { integratorCalls, operationLogCalls } from '@sealwright/contract'
import { CirclePause, CirclePlay, Pencil, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { LicensesTab, useLicenseCount, useSeenFamilies } from '../license/tab/index.ts'
import { OperationHistory } from '../operation-log/index.ts'
import { useDeleteIntegrator, useSwitchIntegrator } from './actions/switch.ts'
import { Assignment } from './integrator-assigned.tsx'
import { INTEGRATOR_FIELDS } from './integrator-form.tsx'
import type { IntegratorAnswer } from './integrator-form.tsx'
import { IntegratorMembers } from './integrator-members.tsx'
import { IntegratorState, Quota } from './integrator.columns.tsx'
import './integrator.css'

/** What is issued ahead: codes. */
const STOCK = ['sn', 'smart'] as const
const LOGGED = [...Object.keys(INTEGRATOR_FIELDS), 'isEnabled', 'members']

function Integrator({ integrator }: { integrator: IntegratorAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, isEnabled } = integrator
  const { tab = 'product' } = useSearchOf('/integrator/viewIntegrator')
  const stock = useSeenFamilies(STOCK)
  const stockCount = useLicenseCount(stock, 'integratorGuid', guid)
  const switchOne = useSwitchIntegrator()
  const remove = useDeleteIntegrator(() => goTo('/integrator', { showSearch: '1' }))
  // The log keeps the state as a truth value.
  const wordsOf = useCallback(
    (field: string, value: string) =>
      field === 'isEnabled' ? t(value === 'true' ? 'integrator.states.enabled' : 'integrator.states.disabled') : value,
    [t],
  )
  return (
    <DetailPage
      mark={<Monogram name={integrator.name} size={56} />}
      title={integrator.name}
      subtitle={<IntegratorState isEnabled={isEnabled} />}
      actions={
        <>
          <Can call={integratorCalls.delete}>
            <Button icon={Trash2} onPress={() => remove(integrator)}>
              {t('integrator.actions.delete')}
            </Button>
          </Can>
          <Can call={isEnabled ? integratorCalls.disable : integratorCalls.enable}>
            <Button icon={isEnabled ? CirclePause : CirclePlay} onPress={() => switchOne(integrator)}>
              {t(isEnabled ? 'integrator.actions.disable' : 'integrator.actions.enable')}
            </Button>
          </Can>
          <Can call={integratorCalls.update}>
            <ScreenLink
              to="/integrator/edit"
              search={{ guid, sourcePath: '/integrator/viewIntegrator' }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('integrator.actions.edit')}
            </ScreenLink>
          </Can>
        </>
      }
      facts={[
        { label: t('common.fields.contact'), value: integrator.contact },
        { label: t('common.fields.phone'), value: integrator.phone },
        { label: t('common.fields.email'), value: integrator.email },
        { label: t('common.fields.cloudQuota'), value: <Quota value={integrator.cloudQuota} /> },
        { label: t('common.fields.softQuota'), value: <Quota value={integrator.softQuota} /> },
        { label: t('integrator.fields.createdBy'), value: integrator.createdBy },
        { label: t('integrator.fields.createTime'), value: <TimeCell at={integrator.createTime} /> },
        { label: t('integrator.fields.updateTime'), value: <TimeCell at={integrator.updateTime} /> },
        { label: t('common.fields.address'), value: integrator.address },
        { label: t('common.fields.remark'), value: integrator.remark, isWide: true },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/integrator/viewIntegrator', { guid, tab: key })}
      tabs={[
        {
          key: 'product',
          title: t('integrator.tabs.product'),
          count: format.number(integrator.productCount),
          content: <Assignment key="product" guid={guid} kind="product" />,
        },
        {
          key: 'template',
          title: t('integrator.tabs.template'),
          count: format.number(integrator.templateCount),
          content: <Assignment key="template" guid={guid} kind="template" />,
        },
        ...(stock.length > 0
          ? [
              {
                key: 'stock',
                title: t('integrator.tabs.stock'),
                ...(stockCount !== undefined && { count: stockCount }),
                content: (
                  <LicensesTab
                    families={stock}
                    of="integratorGuid"
                    guid={guid}
                    tab="stock"
                    listSearch={{ integratorGuid: guid }}
                  />
                ),
              },
            ]
          : []),
        {
          key: 'members',
          title: t('integrator.tabs.members'),
          count: format.number(integrator.memberCount),
          content: <IntegratorMembers guid={guid} />,
        },
        {
          key: 'history',
          title: t('integrator.tabs.history'),
          content: (
            <Can call={operationLogCalls.find}>
              <OperationHistory targetKind="integrator" targetGuid={guid} fields={LOGGED} wordsOf={wordsOf} />
            </Can>
          ),
        },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/integrator/viewIntegrator')
  const { data, error, refetch } = useAnswer(integratorCalls.get, { guid })
  if (error && !data)
    return (
      <DetailError
        error={error}
        onRetry={() => void refetch()}
        back={<BackToList to="/integrator" words="integrator.form.back" />}
      />
    )
  if (!data) return <DetailSkeleton />
  return <Integrator key={guid} integrator={data} />
}
