// What participants get: the template, and the terms of their licenses. Choosing a template fills in its
// terms where the person has typed none.
import type { CampaignAnswer, TemplateAnswer } from '@sealwright/contract'
import { useRef } from 'react'
import { Combobox } from '../../../../blocks/control/combobox.tsx'
import { MomentField } from '../../../../blocks/date/moment-field.tsx'
import { Field, TextField } from '../../../../blocks/form/field.tsx'
import type { Form } from '../../../../blocks/form/form-state.ts'
import { Notice } from '../../../../blocks/form/settings-page.tsx'
import { SwitchLine } from '../../../../blocks/form/switch-field.tsx'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { useTemplateWords } from '../../../template/terms/index.ts'
import { useCampaignWords } from '../campaign-words.ts'
import { isCloud, termsAfter, termsOf } from './campaign-draft.ts'
import type { CampaignDraft, Terms } from './campaign-draft.ts'
import { useTemplate, useTemplateOptions } from './template-options.ts'
import './campaign-form.css'

interface PartProps {
  form: Form<CampaignDraft>
  /** The saved campaign, or the one to copy: it has the name of its template. */
  known: CampaignAnswer | undefined
}

function ChosenTemplate({ template }: { template: TemplateAnswer }) {
  const t = usePhrases()
  const words = useTemplateWords()
  return (
    <p className="campaign-template">
      <span>{template.productName}</span>
      <span>{words.licenseForm(template.licenseForm)}</span>
      <span>{t('activity.form.templateTerm', { term: words.term(template) })}</span>
      <span>{t('activity.form.templatePaid', { paid: words.deductMode(template) })}</span>
    </p>
  )
}

function TemplateField({ form, known, template }: PartProps & { template: TemplateAnswer | undefined }) {
  const t = usePhrases()
  const { isOffered, rowOf, ...options } = useTemplateOptions()
  const nameOf = (guid: string) =>
    (template?.guid === guid ? template.name : undefined) ??
    (known?.templateGuid === guid ? known.templateName : undefined)
  const { templateGuid } = form.values
  const filledIn = useRef<Terms>(undefined)
  const choose = (guid: string) => {
    form.set('templateGuid', guid)
    const row = rowOf(guid)
    if (!row) return
    const terms = termsAfter(form.values, row, filledIn.current ?? (template && termsOf(template)))
    filledIn.current = termsOf(row)
    form.set('licenseDays', terms.licenseDays)
    form.set('licenseDeadline', terms.licenseDeadline)
    form.set('useCount', terms.useCount)
    form.set('kickOut', terms.kickOut)
  }
  return (
    <Field
      form={form}
      name="templateGuid"
      help={
        isOffered
          ? t('activity.form.template')
          : t('activity.form.cannotTemplates', { right: t('privileges.accountTemplate.view') })
      }
    >
      {(control) => (
        <Combobox
          {...options}
          {...control}
          name={form.labelOf('templateGuid')}
          labelOf={nameOf}
          value={templateGuid}
          onSelect={choose}
        />
      )}
    </Field>
  )
}

/** The terms of a template that allows no changes. */
function FixedTerms({ form, template }: { form: Form<CampaignDraft>; template: TemplateAnswer }) {
  const t = usePhrases()
  const words = useCampaignWords()
  const { licenseDays, licenseDeadline, useCount, kickOut } = form.values
  const terms = words.terms({
    licenseDays: licenseDays === '' ? null : Number(licenseDays),
    licenseDeadline: licenseDeadline === '' ? null : licenseDeadline,
    useCount: useCount === '' ? null : Number(useCount),
    kickOut: kickOut === '' ? null : kickOut,
  })
  const isTimeless = licenseDays === '' && licenseDeadline === '' && useCount === ''
  return (
    <>
      {!isTimeless && <p className="campaign-fixed-terms">{terms}</p>}
      <Notice tone={isTimeless ? 'bad' : 'neutral'}>
        {t(isTimeless && template.isForever ? 'activity.form.fixedForever' : 'activity.form.fixed')}
      </Notice>
      {form.errorAt('licenseDays') && (
        <p className="field-note field-error" role="alert">
          {form.errorAt('licenseDays')}
        </p>
      )}
    </>
  )
}

function TermFields({ form, template }: { form: Form<CampaignDraft>; template: TemplateAnswer | undefined }) {
  const t = usePhrases()
  const { useCount, kickOut, licenseDeadline, endTime } = form.values
  const isDeadFirst = Date.parse(endTime) > Date.parse(licenseDeadline)
  // Without the right to see templates, set values can still be changed.
  const isCounted = template ? isCloud(template) : useCount !== '' || kickOut !== ''
  return (
    <>
      <div className="field-row">
        <TextField form={form} name="licenseDays" isNumber help={t('activity.form.daysHelp')} />
        <MomentField form={form} name="licenseDeadline" edge="end" help={t('activity.form.deadlineHelp')} />
      </div>
      {isDeadFirst && <Notice tone="warn">{t('activity.form.deadlineFirst')}</Notice>}
      {isCounted && (
        <>
          <div className="field-row">
            <TextField form={form} name="useCount" isNumber help={t('activity.form.useCountHelp')} />
          </div>
          <SwitchLine
            label={form.labelOf('kickOut')}
            help={t('activity.form.kickOutHelp')}
            error={form.errorAt('kickOut')}
            // Without a value, the template decides.
            isOn={(kickOut === '' ? template?.kickOut : kickOut) === true}
            onSwitch={(isOn) => form.set('kickOut', isOn)}
          />
        </>
      )}
    </>
  )
}

export function TemplatePart({ form, known }: PartProps) {
  const template = useTemplate(form.values.templateGuid)
  const isFixed = template !== undefined && !template.canModify
  return (
    <>
      <TemplateField form={form} known={known} template={template} />
      {template && <ChosenTemplate template={template} />}
      {isFixed ? <FixedTerms form={form} template={template} /> : <TermFields form={form} template={template} />}
    </>
  )
}
