// The form of an integrator, for a new one and for one there is, and the draft it is typed into. What to send and where
// to go next is the screen's.
import { integratorCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { ContactSections, EMPTY_CONTACT, contactDraft } from '../../blocks/form/contact-sections.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

export type IntegratorAnswer = AnswerOf<typeof integratorCalls.get>

export const INTEGRATOR_FIELDS = integratorCalls.create.payload.shape

export const EMPTY_INTEGRATOR = { ...EMPTY_CONTACT, cloudQuota: '', softQuota: '' }
export type IntegratorDraft = typeof EMPTY_INTEGRATOR

export function draftOf({ cloudQuota, softQuota, ...contact }: IntegratorAnswer): IntegratorDraft {
  return { ...contactDraft(contact), cloudQuota: String(cloudQuota ?? ''), softQuota: String(softQuota ?? '') }
}

/** The draft is spelled as the payload is: an empty text clears. */
export const spellIntegrator = (draft: IntegratorDraft): Record<string, unknown> => ({ ...draft })

export function IntegratorForm({ form, isNew }: { form: Form<IntegratorDraft>; isNew: boolean }) {
  const t = usePhrases()
  return (
    <>
      <ContactSections
        form={form}
        isNew={isNew}
        nameSentence={t('integrator.form.basicsSentence')}
        contactSentence={t('integrator.form.contactSentence')}
      />
      <FormSection title={t('integrator.form.quotas')} sentence={t('integrator.form.quotasSentence')}>
        <div className="field-row">
          <TextField form={form} name="cloudQuota" isNumber help={t('integrator.form.quotaHelp')} />
          <TextField form={form} name="softQuota" isNumber help={t('integrator.form.quotaHelp')} />
        </div>
      </FormSection>
    </>
  )
}
