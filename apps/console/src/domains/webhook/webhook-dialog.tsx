// The dialog that adds or edits an endpoint: its address, a description, and the events that it hears of.
import { WEBHOOK_EVENTS, webhookCalls } from '@sealwright/contract'
import type { WebhookEvent, WebhookRow } from '@sealwright/contract'
import { useState } from 'react'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openSecret } from '../integration/index.ts'
import { EVENT_GROUPS } from './event-groups.ts'
import './webhook.css'

interface Draft {
  url: string
  description: string
  events: readonly WebhookEvent[]
}
const draftOf = (endpoint?: WebhookRow): Draft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  events: endpoint?.events ?? [],
})
const spell = (draft: Draft) => ({ ...draft })
const { shape: FIELDS } = webhookCalls.create.payload

function Events({ form }: { form: Form<Draft> }) {
  const t = usePhrases()
  const chosen = form.values.events
  const choose = (some: readonly WebhookEvent[], isChosen: boolean) =>
    form.set('events', (now) =>
      WEBHOOK_EVENTS.filter((event) => (some.includes(event) ? isChosen : now.includes(event))),
    )
  const box = (some: readonly WebhookEvent[]) => {
    const count = some.filter((event) => chosen.includes(event)).length
    return {
      isChecked: count === some.length,
      isMixed: count > 0 && count < some.length,
      onChange: (isChosen: boolean) => choose(some, isChosen),
    }
  }
  return (
    <Field
      form={form}
      name="events"
      isGroup
      help={t('webhook.form.chosen', { count: chosen.length, max: WEBHOOK_EVENTS.length })}
    >
      {({ onBlur }) => (
        <div className="webhook-events">
          <Checkbox {...box(WEBHOOK_EVENTS)} onBlur={onBlur}>
            <strong>{t('webhook.list.allEvents')}</strong>
          </Checkbox>
          {EVENT_GROUPS.map(({ group, events }) => (
            <div key={group} className="webhook-group" role="group" aria-label={t(`webhook.groups.${group}`)}>
              <Checkbox {...box(events)} onBlur={onBlur}>
                {t(`webhook.groups.${group}`)}
              </Checkbox>
              <div className="webhook-group-events">
                {events.map((event) => (
                  <Checkbox key={event} {...box([event])} onBlur={onBlur}>
                    <span data-tip={event}>{t(`webhook.events.${event}`)}</span>
                  </Checkbox>
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </Field>
  )
}

function WebhookDialog({ endpoint, onClose }: { endpoint: WebhookRow | undefined; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState(() => draftOf(endpoint))
  const form = useForm({ domain: 'webhook', fields: FIELDS, initial, spell })
  const { values } = form
  const create = useAct(webhookCalls.create, {
    showsRefusal: true,
    onDone: ({ secret }) => {
      onClose()
      openSecret({ title: t('webhook.secret.createdTitle'), sentence: t('webhook.secret.use'), secret })
    },
  })
  const update = useAct(webhookCalls.update, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('webhook.form.saved'))
    },
  })
  const save = () => {
    const payload = { ...values, events: [...values.events] }
    if (!endpoint) void create.act(payload)
    else if (form.isDirty()) void update.act({ ...payload, guid: endpoint.guid, revision: endpoint.revision })
    else onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t(endpoint ? 'webhook.form.editTitle' : 'webhook.form.newTitle')}
      saveText={t(endpoint ? 'webhook.form.save' : 'webhook.form.create')}
      isSaving={create.isActing || update.isActing}
      refusal={endpoint ? update.refusal : create.refusal}
      onSave={save}
      onClose={onClose}
    >
      <Field form={form} name="url" help={t('webhook.form.urlHelp')}>
        {(control) => (
          <TextInput
            {...control}
            data-first-focus
            inputMode="url"
            placeholder="https://shop.example.com/sealwright"
            value={values.url}
            onText={(text) => form.set('url', text)}
          />
        )}
      </Field>
      <TextField form={form} name="description" help={t('webhook.form.descriptionHelp')} />
      <Events form={form} />
    </FormDialog>
  )
}

/** Edits the endpoint, or adds one if none is given. */
export function openWebhookDialog(endpoint?: WebhookRow): void {
  void showDialog((settle) => <WebhookDialog endpoint={endpoint} onClose={() => settle(true)} />)
}
