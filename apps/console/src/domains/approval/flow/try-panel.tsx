// "Try it": describes a sample request and shows which flow would catch it, and why the others would not. It asks the
// server while the person types, and changes nothing.
import { CAUGHT_EVENTS, LICENSE_FAMILIES, approveCalls } from '@sealwright/contract'
import type { AnswerOf, CaughtEvent, LicenseFamily, PayloadOf } from '@sealwright/contract'
import { CircleCheck, CircleMinus } from 'lucide-react'
import { useMemo } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { usePaused } from '../../../blocks/control/paused.ts'
import { LoadingOrError } from '../../../blocks/control/states.tsx'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { SidePanel } from '../../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { openSidePanel } from '../../../lib/dialog/side-panel-host.tsx'
import { Link, pathTo } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { personOption } from '../person-option.ts'
import { useTemplateOptions } from './subject-options.ts'
import { YuanField } from './yuan-field.tsx'
import './flow.css'

interface Sample {
  family: LicenseFamily
  event: CaughtEvent
  templateGuid: string
  requesterId: string
  count: string
  fen: string
  days: string
}

type Outcome = AnswerOf<typeof approveCalls.tryOut>

const FIRST: Sample = {
  family: 'sn',
  event: 'issue',
  templateGuid: '',
  requesterId: '',
  count: '1',
  fen: '',
  days: '',
}
/** Empty texts stand for absent values. */
const spell = (sample: Sample): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== ''))

function SampleFields({ form }: { form: Form<Sample> }) {
  const t = usePhrases()
  const { values } = form
  const families = useMemo(() => [values.family], [values.family])
  const { isOffered, ...templates } = useTemplateOptions(families)
  const people = useAnswer(approveCalls.approvers, {})
  const requesters = (people.data?.requesters ?? []).map((user) => personOption(user))
  return (
    <>
      <Field form={form} name="family" isGroup>
        {() => (
          <Segmented
            label={form.labelOf('family')}
            value={values.family}
            options={LICENSE_FAMILIES.map((value) => ({ value, label: t(`license.families.${value}`) }))}
            onSelect={(family) => {
              form.set('family', family)
              form.set('templateGuid', '')
            }}
          />
        )}
      </Field>
      <Field form={form} name="event" isGroup>
        {() => (
          <Segmented
            label={form.labelOf('event')}
            value={values.event}
            options={CAUGHT_EVENTS.map((value) => ({ value, label: t(`audit.events.${value}`) }))}
            onSelect={(event) => form.set('event', event)}
          />
        )}
      </Field>
      <Field form={form} name="templateGuid" help={isOffered ? undefined : t('approve.form.cannotTemplates')}>
        {(control) => (
          <Combobox
            key={values.family}
            {...control}
            {...templates}
            isLoading={isOffered && templates.isLoading === true}
            name={form.labelOf('templateGuid')}
            value={values.templateGuid}
            placeholder={t('approve.try.template')}
            onSelect={(guid) => form.set('templateGuid', guid)}
          />
        )}
      </Field>
      <Field form={form} name="requesterId">
        {(control) => (
          <Combobox
            {...control}
            options={requesters}
            isLoading={!people.data}
            name={form.labelOf('requesterId')}
            value={values.requesterId}
            placeholder={t('approve.try.requesterMe')}
            onSelect={(userId) => form.set('requesterId', userId)}
          />
        )}
      </Field>
      <TextField form={form} name="count" isNumber />
      <YuanField form={form} name="fen" placeholder={t('approve.try.fromTemplate')} />
      <TextField form={form} name="days" isNumber placeholder={t('approve.try.fromTemplate')} />
    </>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  const t = usePhrases()
  const format = useFormat()
  const { caughtBy, fen, days, isGift, flows } = outcome
  const term = days === null ? t('approve.try.permanent') : t('approve.try.term', { days })
  const used =
    fen === null
      ? t('approve.try.usedNoPrice', { term })
      : t('approve.try.usedMoney', { money: format.money(fen), term })
  const outcomeOf = ({ guid, outcome: reason }: Outcome['flows'][number]) =>
    t(`approve.try.outcomes.${reason === 'caught' && guid !== caughtBy?.guid ? 'later' : reason}`)
  return (
    <>
      <Notice
        tone={caughtBy ? 'warn' : 'ok'}
        title={caughtBy ? t('approve.try.caughtBy', { name: caughtBy.name }) : t('approve.try.free')}
      >
        {used} {isGift && t('approve.try.usedGift')}
      </Notice>
      <h3 className="flow-try-title">{t('approve.try.flows')}</h3>
      {flows.length === 0 ? (
        <p className="nothing">{t('approve.try.noFlows')}</p>
      ) : (
        <ol className="flow-try-list">
          {flows.map((flow) => {
            const isIt = flow.guid === caughtBy?.guid
            const Icon = isIt ? CircleCheck : CircleMinus
            return (
              <li key={flow.guid} data-caught={isIt || undefined}>
                <Icon size={16} aria-hidden />
                <span>
                  <Link href={pathTo('/approve/view', { guid: flow.guid })}>{flow.name}</Link>
                  <span className="flow-try-reason">{outcomeOf(flow)}</span>
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}

function TryPanel() {
  const t = usePhrases()
  const form = useForm<Sample>({
    domain: approveCalls.tryOut.domain,
    fields: approveCalls.tryOut.payload.shape,
    initial: FIRST,
    spell,
  })
  const sample = usePaused(form.values)
  const asked = spell(sample)
  const isWhole = fieldViolations(approveCalls.tryOut.payload, '', asked).length === 0
  const { data, error, refetch } = useAnswer(
    approveCalls.tryOut,
    asked as PayloadOf<typeof approveCalls.tryOut>, // checked in the line before; the server reads numbers from texts
    { enabled: isWhole, keepPrevious: true },
  )
  const result = () => {
    if (!isWhole)
      return <p className="nothing">{t(sample.templateGuid === '' ? 'approve.try.first' : 'approve.try.wrong')}</p>
    if (error) return <LoadingOrError error={error} onRetry={() => void refetch()} />
    return data ? <Result outcome={data} /> : <LoadingOrError error={null} onRetry={() => void refetch()} />
  }
  return (
    <SidePanel title={t('approve.try.title')}>
      <div className="flow-try">
        <p className="nothing">{t('approve.try.sentence')}</p>
        <SampleFields form={form} />
        <div aria-live="polite" className="flow-try-result">
          {result()}
        </div>
      </div>
    </SidePanel>
  )
}

export function openTryPanel(): void {
  void openSidePanel(<TryPanel />)
}
