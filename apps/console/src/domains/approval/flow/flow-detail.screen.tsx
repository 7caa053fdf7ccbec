// One approval flow: what it catches, its steps and its history. `version` in the address shows an earlier version,
// which requests under way still follow, even after the flow was deleted.
import { approveCalls, auditPath } from '@sealwright/contract'
import type { FlowRow } from '@sealwright/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { Monogram } from '../../../blocks/control/monogram.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { useEntityWords } from '../../../blocks/entity/entity.ts'
import { useFacts } from '../../../blocks/entity/field-table.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { Link, ScreenLink, goTo, goToHref, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useOpens } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useHistoryTab } from '../../operation-log/index.ts'
import { useDeleteFlow, useFurtherActions } from './flow-actions.ts'
import { useFlowWords } from './flow-words.ts'
import { flowEntity } from './flow.entity.tsx'
import type { FlowAnswer } from './flow.entity.tsx'
import './flow.css'

const LOGGED = [
  'isOn',
  'families',
  'events',
  'licenseIds',
  'templateGuids',
  'requesterIds',
  'requesterRoleGuids',
  'includesSuper',
  'countAbove',
  'fenAbove',
  'daysAbove',
  'gifts',
  'steps',
  'expireDays',
  'position',
]

function Steps({ steps }: Pick<FlowRow, 'steps'>) {
  const t = usePhrases()
  const words = useFlowWords()
  return (
    <ol className="flow-step-list">
      {steps.map((step, index) => (
        // A step has no other identity than its place.
        <li key={index}>
          <span className="flow-step-number" aria-hidden>
            {index + 1}
          </span>
          <div>
            <p className="flow-step-who">{words.approvers(step)}</p>
            <p className={step.approverCount === 0 ? 'flow-step-note flow-step-warn' : 'flow-step-note'}>
              {step.approverCount === 0
                ? t('approve.view.superDecides')
                : t('approve.view.canApprove', { count: step.approverCount })}
            </p>
            {step.remindHours !== null && (
              <p className="flow-step-note">{t('approve.view.remind', { hours: step.remindHours })}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The queues that can contain requests of this flow. */
function Waiting({ families, waiting }: Pick<FlowRow, 'families' | 'waiting'>) {
  const t = usePhrases()
  const opens = useOpens()
  const open = families.filter((family) => opens(auditPath(family)))
  return (
    <>
      {t('approve.view.waiting', { count: waiting })}
      {waiting > 0 &&
        open.map((family) => (
          <Link key={family} href={`${auditPath(family)}?view=all&state=waiting`} className="flow-queue">
            {t(`audit.titles.${family}`)}
          </Link>
        ))}
    </>
  )
}

/** Tells that the page shows an earlier version, or a version of a deleted flow. */
function VersionNotice({ guid, version }: { guid: string; version: number }) {
  const t = usePhrases()
  const { data: current, error } = useAnswer(approveCalls.get, { guid })
  if (error && !current) return <Notice tone="warn">{t('approve.view.deleted', { version })}</Notice>
  if (!current || current.version === version) return null
  return (
    <Notice
      tone="warn"
      action={
        <ScreenLink to="/approve/view" search={{ guid }} className={buttonClass({ size: 'small' })}>
          {t('approve.view.toCurrent')}
        </ScreenLink>
      }
    >
      {t('approve.view.oldVersion', { version, current: current.version })}
    </Notice>
  )
}

/** The words for logged switches. */
function useLoggedWords(): (field: string, value: string) => string {
  const t = usePhrases()
  return useCallback(
    (_field, value) =>
      value === 'true' || value === 'false' ? t(value === 'true' ? 'approve.view.yes' : 'approve.view.no') : value,
    [t],
  )
}

function Flow({ flow, isPast }: { flow: FlowAnswer; isPast: boolean }) {
  const t = usePhrases()
  const words = useEntityWords(flowEntity)
  const { guid, name, isOn, version } = flow
  const { tab = 'steps' } = useSearchOf('/approve/view')
  const further = useFurtherActions()
  const remove = useDeleteFlow(() => goTo('/approveList', { showSearch: '1' }))
  const history = useHistoryTab(flowEntity, guid, { also: LOGGED, wordsOf: useLoggedWords() })
  const label = t('approve.fields.waiting')
  const facts = useFacts(flowEntity, flow).map((fact) =>
    fact.label === label ? { ...fact, value: <Waiting families={flow.families} waiting={flow.waiting} /> } : fact,
  )
  return (
    <DetailPage
      mark={<Monogram name={name} size={56} />}
      title={name}
      subtitle={
        <>
          <StatusTag tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'approve.states.on' : 'approve.states.off')}</StatusTag>
          <span className="flow-version">{t('approve.view.version', { version })}</span>
        </>
      }
      notices={isPast && <VersionNotice guid={guid} version={version} />}
      actions={
        !isPast && (
          <>
            <Can call={approveCalls.delete}>
              <Button icon={Trash2} onPress={() => remove(flow)}>
                {words('blocks.entity.delete')}
              </Button>
            </Can>
            {further(flow).map(({ key, label: verb, icon, href, onSelect }) => (
              <Button key={key} icon={icon} onPress={() => (href === undefined ? onSelect?.() : goToHref(href))}>
                {verb}
              </Button>
            ))}
            <Can call={approveCalls.update}>
              <ScreenLink
                to="/approve/edit"
                search={{ guid, sourcePath: '/approve/view' }}
                className={buttonClass({ kind: 'primary' })}
              >
                <Pencil size={15} aria-hidden />
                {words('blocks.entity.edit')}
              </ScreenLink>
            </Can>
          </>
        )
      }
      facts={facts}
      openTab={tab}
      onOpenTab={(key) => goToHref(pathTo('/approve/view', { ...here(guid, isPast, version), tab: key }), REPLACE)}
      tabs={[{ key: 'steps', title: t('approve.view.steps'), content: <Steps steps={flow.steps} /> }, history]}
    />
  )
}

const REPLACE = { replace: true } as const
const here = (guid: string, isPast: boolean, version: number) => ({ guid, ...(isPast && { version: String(version) }) })

export function Screen() {
  const { guid, version } = useSearchOf('/approve/view')
  const isPast = /^[1-9]\d{0,8}$/.test(version ?? '')
  return (
    <Loaded
      call={approveCalls.get}
      payload={{ guid, ...(isPast && { version: Number(version) }) }}
      back={<BackToEntities entity={flowEntity} />}
    >
      {(flow) => <Flow key={`${guid} ${version}`} flow={flow} isPast={isPast} />}
    </Loaded>
  )
}
