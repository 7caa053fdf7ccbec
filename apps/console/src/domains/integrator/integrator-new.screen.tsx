// A new integrator. Saving leads to its page, where products and members are the next step.
import { integratorCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { EMPTY_INTEGRATOR, INTEGRATOR_FIELDS, IntegratorForm, spellIntegrator } from './integrator-form.tsx'

export function Screen() {
  const t = usePhrases()
  // Who may create but not see integrators has no page to go to.
  const canView = useCan(integratorCalls.get)
  const form = useForm({
    domain: 'integrator',
    fields: INTEGRATOR_FIELDS,
    initial: EMPTY_INTEGRATOR,
    spell: spellIntegrator,
  })
  const create = useAct(integratorCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('integrator.form.created', { name }))
      if (canView) goTo('/integrator/viewIntegrator', { guid })
      else goToHref(FIRST_SCREEN)
    },
  })
  return (
    <FormPage
      form={form}
      title={t('integrator.titles.new')}
      sentence={t('integrator.form.newSentence')}
      saveText={t('integrator.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void create.act(values as PayloadOf<typeof integratorCalls.create>)} // checked against the same schemas
      onCancel={() => (canView ? goTo('/integrator', { showSearch: '1' }) : goToHref(FIRST_SCREEN))}
    >
      <IntegratorForm form={form} isNew />
    </FormPage>
  )
}
