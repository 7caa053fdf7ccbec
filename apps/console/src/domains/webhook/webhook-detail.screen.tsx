// One endpoint: facts, its deliveries and its history.
import { LIMITS, WEBHOOK_EVENTS, webhookCalls } from '@sealwright/contract'
import type { WebhookRow } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Send, Webhook } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { Tag } from '../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TagsCell, TimeCell } from '../../blocks/list/columns.tsx'
import { PageMenu } from '../../blocks/list/row-actions.tsx'
import { changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { OperationHistory } from '../operation-log/index.ts'
import { Deliveries } from './deliveries.tsx'
import { useWebhookActions } from './webhook-acts.tsx'
import { EndpointState } from './webhook.columns.tsx'
import './webhook.css'

const PATH = '/integration/webhook/view'
/** Counts and states change while deliveries are on their way. */
const LOOK_MS = 3_000
/** The logged fields, in the order of the form. */
const FIELDS = ['url', 'description', 'events', 'isEnabled', 'overlapHours']

function History({ guid }: { guid: string }) {
  const t = usePhrases()
  const say = useSentences()
  const wordsOf = (field: string, value: string) =>
    field === 'isEnabled' ? t(value === 'true' ? 'webhook.list.enabled' : 'webhook.list.disabled') : value
  return (
    <OperationHistory
      targetKind="webhook"
      targetGuid={guid}
      fields={FIELDS}
      wordsOf={wordsOf}
      labelOf={(field) => fieldLabel(say, 'webhook', field)}
    />
  )
}

function Notices({ endpoint: { isEnabled, failingSince, formerUntil } }: { endpoint: WebhookRow }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <>
      {!isEnabled && <Notice tone="warn">{t('webhook.detail.disabledNote')}</Notice>}
      {isEnabled && failingSince !== null && (
        <Notice tone="bad" title={t('webhook.detail.failingTitle', { time: format.time(failingSince) })}>
          {t('webhook.detail.failingNote', { hours: LIMITS.webhook.retryHours })}
        </Notice>
      )}
      {formerUntil !== null && <Notice>{t('webhook.detail.formerNote', { time: format.time(formerUntil) })}</Notice>}
    </>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookRow }) {
  const t = usePhrases()
  const { guid, tab = 'deliveries' } = useSearchOf(PATH)
  const actions = useWebhookActions(() => goTo('/integration/webhook'))(endpoint).filter(({ key }) => key !== 'view')
  const test = actions.find(({ key }) => key === 'sendTest')
  const sendTest = test && (
    <Button kind="primary" icon={Send} onPress={() => test.onSelect?.()}>
      {test.label}
    </Button>
  )
  const isAll = endpoint.events.length === WEBHOOK_EVENTS.length
  return (
    <DetailPage
      mark={<IconMark icon={Webhook} tint={0} size={56} />}
      title={endpoint.url}
      subtitle={endpoint.description}
      notices={<Notices endpoint={endpoint} />}
      actions={
        <>
          <PageMenu actions={actions.filter((action) => action !== test)} />
          {sendTest}
        </>
      }
      facts={[
        { label: t('webhook.fields.state'), value: <EndpointState row={endpoint} /> },
        {
          label: t('webhook.list.deliveries', { days: LIMITS.webhook.keptDays }),
          value: t('webhook.list.counted', endpoint),
        },
        {
          label: t('webhook.list.last'),
          value: endpoint.lastTime === null ? t('webhook.list.never') : <TimeCell at={endpoint.lastTime} />,
        },
        { label: t('webhook.detail.creator'), value: endpoint.creator },
        { label: t('common.fields.createTime'), value: <TimeCell at={endpoint.createTime} /> },
        {
          label: t('webhook.fields.events'),
          isWide: true,
          value: (
            <TagsCell>
              {isAll ? (
                <Tag>{t('webhook.list.allEvents')}</Tag>
              ) : (
                endpoint.events.map((event) => <Tag key={event}>{t(`webhook.events.${event}`)}</Tag>)
              )}
            </TagsCell>
          ),
        },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch(PATH, key === 'deliveries' ? { guid } : { guid, tab: key })}
      tabs={[
        {
          key: 'deliveries',
          title: t('webhook.detail.deliveries'),
          content: <Deliveries guid={guid} action={sendTest} />,
        },
        { key: 'history', title: t('blocks.entity.history'), content: <History guid={guid} /> },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf(PATH)
  return (
    <Loaded
      call={webhookCalls.get}
      payload={{ guid }}
      pollMs={LOOK_MS}
      back={<BackToList to="/integration/webhook" words="webhook.detail.back" />}
    >
      {(endpoint) => <Endpoint endpoint={endpoint} />}
    </Loaded>
  )
}
