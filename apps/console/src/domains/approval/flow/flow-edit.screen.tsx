// Edits an approval flow. Saving makes a new version.
import { approveCalls } from '@sealwright/contract'
import { EditPage } from '../../../blocks/entity/entity-form.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { draftOf, stepRules } from './flow-draft.ts'
import type { FlowDraft } from './flow-draft.ts'
import { FlowForm } from './flow-form.tsx'
import { flowEntity } from './flow.entity.tsx'

/** The page has loaded the flow already; the names of what is chosen come from it. */
function EditedForm({ form }: { form: Form<FlowDraft> }) {
  const { guid } = useSearchOf('/approve/edit')
  const { data } = useAnswer(approveCalls.get, { guid })
  return <FlowForm form={form} flow={data} />
}

export function Screen() {
  const t = usePhrases()
  return (
    <EditPage entity={flowEntity} draftOf={draftOf} rules={stepRules} sentence={t('approve.form.editSentence')}>
      {(form) => <EditedForm form={form} />}
    </EditPage>
  )
}
