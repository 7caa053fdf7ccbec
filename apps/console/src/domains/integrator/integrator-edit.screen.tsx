// Editing an integrator.
import { EditPage, textDraft } from '../../blocks/entity/entity-form.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { IntegratorForm } from './integrator-form.tsx'
import { integrator } from './integrator.entity.tsx'
import type { IntegratorAnswer } from './integrator.entity.tsx'

const draftOf = (answer: IntegratorAnswer) => textDraft(integrator, answer)

export function Screen() {
  const t = usePhrases()
  return (
    <EditPage entity={integrator} draftOf={draftOf} sentence={t('integrator.form.editSentence')}>
      {(form) => <IntegratorForm form={form} />}
    </EditPage>
  )
}
