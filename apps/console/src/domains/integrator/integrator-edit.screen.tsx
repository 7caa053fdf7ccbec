// An integrator being edited.
import { integratorCalls } from '@sealwright/contract'
import { useState } from 'react'
import { Edited } from '../../blocks/form/edited.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useRevised } from '../../blocks/form/revised.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { INTEGRATOR_FIELDS, IntegratorForm, draftOf, spellIntegrator } from './integrator-form.tsx'
import type { IntegratorAnswer } from './integrator-form.tsx'

function EditIntegrator({ integrator }: { integrator: IntegratorAnswer }) {
  const t = usePhrases()
  const { guid } = integrator
  const { sourcePath } = useSearchOf('/integrator/edit')
  const [initial] = useState(() => draftOf(integrator))
  const form = useForm({ domain: 'integrator', fields: INTEGRATOR_FIELDS, initial, spell: spellIntegrator })
  const back = (editId?: string) => {
    if (sourcePath === '/integrator/viewIntegrator') goTo('/integrator/viewIntegrator', { guid })
    else goTo('/integrator', { showSearch: '1', editId })
  }
  const { saving } = useRevised({
    read: integratorCalls.get,
    key: { guid },
    given: integrator,
    update: integratorCalls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('integrator.form.saved', { name: form.values.name }))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={integrator.name}
      sentence={t('integrator.form.editSentence')}
      saveText={t('integrator.form.save')}
      {...saving}
      onCancel={() => back()}
    >
      <IntegratorForm form={form} isNew={false} />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/integrator/edit')
  return (
    <Edited
      call={integratorCalls.get}
      payload={{ guid }}
      back={<BackToList to="/integrator" words="integrator.form.back" />}
    >
      {(integrator) => <EditIntegrator key={guid} integrator={integrator} />}
    </Edited>
  )
}
