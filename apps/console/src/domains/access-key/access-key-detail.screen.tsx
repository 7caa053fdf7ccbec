// One access key: facts, calls per day, privileges and history.
import { accessKeyCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { KeyRound, Pencil } from 'lucide-react'
import { Suspense, lazy } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { Tag } from '../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { TagsCell, TimeCell } from '../../blocks/list/columns.tsx'
import { PageMenu } from '../../blocks/list/row-actions.tsx'
import { Link, changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { OperationHistory } from '../operation-log/index.ts'
import { BackToKeys, useKeyActions } from './access-key-acts.tsx'
import type { AccessKeyAnswer } from './access-key-draft.ts'
import { KeyState, LastUsed } from './access-key.columns.tsx'
import './access-key.css'

// Loaded on demand, as in the form.
const RightsView = lazy(async () => ({ default: (await import('../access/rights/index.ts')).RightsView }))
const CallDays = lazy(async () => ({ default: (await import('./call-days.tsx')).CallDays }))

/** The logged fields, in the order of the form. */
const FIELDS = ['name', 'privileges', 'productGuids', 'networks', 'endTime', 'isEnabled', 'overlapHours']

function History({ guid }: { guid: string }) {
  const t = usePhrases()
  const say = useSentences()
  const wordsOf = (field: string, value: string) =>
    field === 'isEnabled' ? t(value === 'true' ? 'accessKey.states.enabled' : 'accessKey.states.disabled') : value
  return (
    <OperationHistory
      targetKind="accessKey"
      targetGuid={guid}
      fields={FIELDS}
      wordsOf={wordsOf}
      labelOf={(field) => fieldLabel(say, 'accessKey', field)}
    />
  )
}

function Notices({ accessKey: { state, formerUntil } }: { accessKey: AccessKeyAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <>
      {state !== 'enabled' && (
        <Notice tone="warn">
          {t(state === 'ended' ? 'accessKey.detail.endedNote' : 'accessKey.detail.disabledNote')}
        </Notice>
      )}
      {formerUntil !== null && <Notice>{t('accessKey.detail.formerNote', { time: format.time(formerUntil) })}</Notice>}
    </>
  )
}

const Names = ({ names, none }: { names: readonly string[]; none: string }) =>
  names.length === 0 ? (
    none
  ) : (
    <TagsCell>
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </TagsCell>
  )

function AccessKey({ accessKey }: { accessKey: AccessKeyAnswer }) {
  const t = usePhrases()
  const { guid, tab = 'calls' } = useSearchOf('/accessKeyManage/view')
  const actions = useKeyActions({
    sourcePath: '/accessKeyManage/view',
    onDeleted: () => goTo('/accessKeyManage', { showSearch: '1' }),
  })(accessKey)
  const edit = actions.find(({ key }) => key === 'edit')
  return (
    <DetailPage
      mark={<IconMark icon={KeyRound} tint={0} size={56} />}
      title={accessKey.name}
      subtitle={<CopyText text={accessKey.keyId} />}
      notices={<Notices accessKey={accessKey} />}
      actions={
        <>
          <PageMenu actions={actions.filter(({ href }) => href === undefined)} />
          {edit?.href && (
            <Link href={edit.href} className={buttonClass({ kind: 'primary' })}>
              <Pencil size={15} aria-hidden />
              {edit.label}
            </Link>
          )}
        </>
      }
      facts={[
        { label: t('accessKey.fields.state'), value: <KeyState state={accessKey.state} /> },
        { label: t('accessKey.list.lastUsed'), value: <LastUsed row={accessKey} /> },
        {
          label: t('accessKey.fields.endTime'),
          value: accessKey.endTime === null ? t('accessKey.detail.permanent') : <TimeCell at={accessKey.endTime} />,
        },
        {
          label: t('accessKey.list.products'),
          value: (
            <Names
              names={accessKey.products.map(({ name }) => name)}
              none={
                accessKey.isLimited ? t('accessKey.list.productCount', { count: 0 }) : t('accessKey.list.allProducts')
              }
            />
          ),
        },
        {
          label: t('accessKey.fields.networks'),
          value: <Names names={accessKey.networks} none={t('accessKey.list.allNetworks')} />,
        },
        { label: t('accessKey.detail.creator'), value: accessKey.creator },
        { label: t('common.fields.createTime'), value: <TimeCell at={accessKey.createTime} /> },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/accessKeyManage/view', { guid, tab: key })}
      tabs={[
        {
          key: 'calls',
          title: t('accessKey.detail.calls'),
          content: (
            <Suspense>
              <CallDays calls={accessKey.calls} days={accessKey.days} />
            </Suspense>
          ),
        },
        {
          key: 'rights',
          title: t('accessKey.detail.rights'),
          count: String(accessKey.privileges.length),
          content: (
            <Suspense>
              <RightsView rights={accessKey.privileges} />
            </Suspense>
          ),
        },
        { key: 'history', title: t('blocks.entity.history'), content: <History guid={guid} /> },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/accessKeyManage/view')
  return (
    <Loaded call={accessKeyCalls.get} payload={{ guid }} back={<BackToKeys />}>
      {(accessKey) => <AccessKey accessKey={accessKey} />}
    </Loaded>
  )
}
