// A new integrator. Saving leads to its page, because assigning products and adding members come next.
import { NewPage, textDraft } from '../../blocks/entity/entity-form.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { IntegratorForm } from './integrator-form.tsx'
import { integrator } from './integrator.entity.tsx'

const EMPTY = textDraft(integrator)

export function Screen() {
  const t = usePhrases()
  return (
    <NewPage entity={integrator} initial={EMPTY} leadsTo="view" sentence={t('integrator.form.newSentence')}>
      {(form) => <IntegratorForm form={form} isNew />}
    </NewPage>
  )
}
