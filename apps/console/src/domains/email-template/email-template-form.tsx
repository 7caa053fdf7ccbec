// The inputs of an e-mail template, with a live preview. While nobody has changed them, subject and body follow the
// type and the language with the platform's text.
import { EMAIL_TEMPLATE_TYPES, LIMITS, LOCALES, emailTemplateCalls, emailTypeOf } from '@sealwright/contract'
import type { EmailTemplateType, Locale } from '@sealwright/contract'
import { RotateCcw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { usePaused } from '../../blocks/control/paused.ts'
import { Select } from '../../blocks/control/select.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { SwitchLine } from '../../blocks/form/switch-field.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { callServer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { BodyEditor } from './editor/body-editor.tsx'
import { TYPES } from './email-template.entity.tsx'
import { MailPreview } from './mail-preview.tsx'
import { SendTest } from './send-test.tsx'
import { VariableMenu } from './variable-menu.tsx'
import './email-template.css'

export interface TemplateDraft {
  name: string
  type: string
  language: Locale
  subject: string
  body: string
  /** Empty if the plain text is made from the body. */
  text: string
}

const { nameMax, textMax } = LIMITS.emailTemplate
const typeOf = ({ type }: TemplateDraft) => EMAIL_TEMPLATE_TYPES[emailTypeOf(Number(type))]

function SubjectField({ form, type }: { form: Form<TemplateDraft>; type: EmailTemplateType }) {
  const input = useRef<HTMLInputElement>(null)
  const insert = (written: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    form.set('subject', (now) => {
      const [start, end] = [selectionStart ?? now.length, selectionEnd ?? now.length]
      return now.slice(0, start) + written + now.slice(end)
    })
    input.current?.focus()
  }
  return (
    <Field form={form} name="subject">
      {(control) => (
        <div className="with-variables">
          <TextInput
            {...control}
            ref={input}
            value={form.values.subject}
            onText={(text) => form.set('subject', text)}
          />
          <VariableMenu type={type} onInsert={insert} />
        </div>
      )}
    </Field>
  )
}

/** The plain text: made from the body, or written. */
function PlainTextField({ form }: { form: Form<TemplateDraft> }) {
  const t = usePhrases()
  const [isOwn, setOwn] = useState(form.values.text !== '')
  const onSwitch = (isOn: boolean) => {
    setOwn(isOn)
    if (!isOn) form.set('text', '')
  }
  return (
    <>
      <SwitchLine
        label={t('emailTemplate.form.textSwitch')}
        help={t('emailTemplate.form.textHelp')}
        isOn={isOwn}
        onSwitch={onSwitch}
      />
      {isOwn && <TextField form={form} name="text" rows={8} counterMax={textMax} />}
    </>
  )
}

/** The platform's text for the type and the language. */
function usePlatformTexts(form: Form<TemplateDraft>, isNew: boolean) {
  const { values } = form
  const [platform, setPlatform] = useState(
    isNew && !form.isBroughtBack ? { subject: values.subject, body: values.body } : undefined,
  )
  // Increases when the text is replaced, so that the editor starts with the new one.
  const [version, setVersion] = useState(0)
  const load = async (draft: TemplateDraft) => {
    const { subject, body } = await callServer(emailTemplateCalls.preview, {
      type: typeOf(draft),
      language: draft.language,
    })
    setPlatform({ subject, body })
    form.set('subject', subject)
    form.set('body', body)
    setVersion((now) => now + 1)
  }
  const isUntouched = platform !== undefined && values.subject === platform.subject && values.body === platform.body
  return {
    version,
    restore: () => load(values),
    /** Changes the type or the language. A failure to load leaves the texts as they are. */
    change(part: Partial<Pick<TemplateDraft, 'type' | 'language'>>) {
      const next = { ...values, ...part }
      form.set('type', next.type)
      form.set('language', next.language)
      if (isUntouched) load(next).catch(() => undefined)
    },
  }
}

export function EmailTemplateForm({ form, isNew = false }: { form: Form<TemplateDraft>; isNew?: boolean }) {
  const t = usePhrases()
  const { values } = form
  const type = emailTypeOf(Number(values.type))
  const { version, restore, change } = usePlatformTexts(form, isNew)
  const texts = useMemo(
    () => ({
      type: typeOf(values),
      language: values.language,
      subject: values.subject,
      body: values.body,
      text: values.text,
    }),
    [values],
  )
  const previewed = usePaused(texts)
  const askRestore = () =>
    void confirmAction({
      title: t('emailTemplate.form.restoreTitle'),
      consequence: t('emailTemplate.form.restoreConsequence'),
      verb: t('emailTemplate.form.restore'),
      run: restore,
    })
  return (
    <>
      <FormSection title={t('emailTemplate.form.basics')} sentence={t('emailTemplate.form.basicsSentence')}>
        <TextField form={form} name="name" counterMax={nameMax} hasFocus={isNew} />
        <div className="field-row">
          <Field form={form} name="type">
            {(control) => (
              <Select
                {...control}
                value={values.type}
                options={TYPES.map((one) => ({
                  value: String(one),
                  label: t(`emailTemplate.types.${emailTypeOf(one)}`),
                }))}
                onSelect={(chosen) => change({ type: chosen })}
              />
            )}
          </Field>
          <Field form={form} name="language" isGroup>
            {() => (
              <Segmented
                label={t('emailTemplate.fields.language')}
                value={values.language}
                options={LOCALES.map((value) => ({ value, label: t(`emailTemplate.languages.${value}`) }))}
                onSelect={(language) => change({ language })}
              />
            )}
          </Field>
        </div>
      </FormSection>
      <FormSection title={t('emailTemplate.form.content')} sentence={t('emailTemplate.form.contentSentence')}>
        <SubjectField form={form} type={type} />
        <Field form={form} name="body" isGroup>
          {(control) => (
            <BodyEditor
              key={`${form.restarts}-${version}`}
              control={control}
              label={t('emailTemplate.fields.body')}
              html={values.body}
              onHtml={(html) => form.set('body', html)}
              type={type}
            />
          )}
        </Field>
        <div className="template-tools">
          <Button icon={RotateCcw} size="small" onPress={askRestore}>
            {t('emailTemplate.form.restore')}
          </Button>
        </div>
        <PlainTextField key={form.restarts} form={form} />
      </FormSection>
      <FormSection title={t('emailTemplate.preview.title')}>
        <MailPreview texts={previewed} />
        <div className="template-tools">
          <SendTest texts={texts} />
          <span className="mail-preview-note">{t('emailTemplate.test.note')}</span>
        </div>
      </FormSection>
    </>
  )
}
