// The form of an integrator, for a new one and for one there is, and the draft it is typed into. What to send and where to go next is the screen's.
import { LIMITS, integratorCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { TextField } from '../../blocks/field.tsx'
import { FormSection } from '../../blocks/form-section.tsx'
import type { Form } from '../../blocks/form-state.ts'
import { usePhrases } from '../../lib/i18n.tsx'

export type IntegratorAnswer = AnswerOf<typeof integratorCalls.get>

export const INTEGRATOR_FIELDS = integratorCalls.create.payload.shape

export const EMPTY_INTEGRATOR = { name: '', contact: '', phone: '', email: '', address: '', remark: '', cloudQuota: '', softQuota: '' }
export type IntegratorDraft = typeof EMPTY_INTEGRATOR

export function draftOf({ name, contact, phone, email, address, remark, cloudQuota, softQuota }: IntegratorAnswer): IntegratorDraft {
  return { name, contact: contact ?? '', phone: phone ?? '', email: email ?? '', address: address ?? '', remark: remark ?? '', cloudQuota: String(cloudQuota ?? ''), softQuota: String(softQuota ?? '') }
}

/** The draft is spelled as the payload is: an empty text clears. */
export const spellIntegrator = (draft: IntegratorDraft): Record<string, unknown> => ({ ...draft })

export function IntegratorForm({ form, isNew }: { form: Form<IntegratorDraft>; isNew: boolean }) {
  const t = usePhrases()
  return (
    <>
      <FormSection title={t('integrator.form.basics')} sentence={t('integrator.form.basicsSentence')}>
        <TextField form={form} name="name" hasFocus={isNew} counterMax={LIMITS.customer.nameMax} />
        <TextField form={form} name="remark" rows={3} counterMax={LIMITS.customer.remarkMax} />
      </FormSection>
      <FormSection title={t('integrator.form.contact')} sentence={t('integrator.form.contactSentence')}>
        <TextField form={form} name="contact" />
        <div className="field-row">
          <TextField form={form} name="phone" />
          <TextField form={form} name="email" />
        </div>
        <TextField form={form} name="address" />
      </FormSection>
      <FormSection title={t('integrator.form.quotas')} sentence={t('integrator.form.quotasSentence')}>
        <div className="field-row">
          <TextField form={form} name="cloudQuota" isNumber help={t('integrator.form.quotaHelp')} />
          <TextField form={form} name="softQuota" isNumber help={t('integrator.form.quotaHelp')} />
        </div>
      </FormSection>
    </>
  )
}
