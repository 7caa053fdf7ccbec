// The inputs of an integrator, for a new one and an existing one.
import { FieldSections } from '../../blocks/entity/entity-form.tsx'
import type { TextDraft } from '../../blocks/entity/entity-form.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { integrator } from './integrator.entity.tsx'

export function IntegratorForm({ form, isNew = false }: { form: Form<TextDraft>; isNew?: boolean }) {
  const t = usePhrases()
  return (
    <FieldSections
      entity={integrator}
      form={form}
      isNew={isNew}
      sections={[
        {
          title: t('blocks.contact.basics'),
          sentence: t('integrator.form.basicsSentence'),
          fields: ['name', 'remark'],
        },
        {
          title: t('blocks.contact.ways'),
          sentence: t('integrator.form.contactSentence'),
          fields: ['contact', ['phone', 'email'], 'address'],
        },
        {
          title: t('integrator.form.quotas'),
          sentence: t('integrator.form.quotasSentence'),
          fields: [['cloudQuota', 'softQuota']],
        },
      ]}
    />
  )
}
