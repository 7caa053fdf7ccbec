// The list of endpoints: a tab of the integration page.
import { webhookCalls } from '@sealwright/contract'
import type { WebhookRow } from '@sealwright/contract'
import { Plus, Webhook } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import { Can } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { IntegrationPage } from '../integration/index.ts'
import { VerifySignature } from './verify-signature.tsx'
import { useWebhookActions } from './webhook-acts.tsx'
import { openWebhookDialog } from './webhook-dialog.tsx'
import { webhookCard, webhookColumns } from './webhook.columns.tsx'

const LIST = { list: 'webhook', call: webhookCalls.find }
export const first = firstPage({ ...LIST, isTable: true })

const NO_FILTERS: Filter[] = []
const keyOf = (row: WebhookRow) => row.guid
const nameOf = (row: WebhookRow) => row.url

export function Screen() {
  const t = usePhrases()
  const create = (
    <Can call={webhookCalls.create}>
      <Button kind="primary" icon={Plus} onPress={() => openWebhookDialog()}>
        {t('webhook.list.create')}
      </Button>
    </Can>
  )
  return (
    <IntegrationPage tab="webhook" actions={create}>
      <p className="integration-lead">{t('webhook.list.sentence')}</p>
      <ListPage
        isTab
        path="/integration/webhook"
        {...LIST}
        title={t('webhook.titles.list')}
        filters={NO_FILTERS}
        columns={useMemo(() => webhookColumns(t), [t])}
        card={useCallback((row: WebhookRow) => webhookCard(t, row), [t])}
        rowKey={keyOf}
        rowName={nameOf}
        actions={useWebhookActions()}
        empty={{
          icon: Webhook,
          title: t('webhook.list.emptyTitle'),
          sentence: t('webhook.list.emptySentence'),
        }}
      />
      <VerifySignature />
    </IntegrationPage>
  )
}
