// A new approval flow, empty or as a copy of another one.
import { approveCalls } from '@sealwright/contract'
import { Loaded } from '../../../blocks/detail/loaded.tsx'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { NewPage } from '../../../blocks/entity/entity-form.tsx'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { copiedName, draftOf, emptyDraft, stepRules } from './flow-draft.ts'
import { FlowForm } from './flow-form.tsx'
import { flowEntity } from './flow.entity.tsx'
import type { FlowAnswer } from './flow.entity.tsx'

function NewFlow({ copied }: { copied?: FlowAnswer }) {
  const t = usePhrases()
  const initial = copied
    ? { ...draftOf(copied), name: copiedName(copied.name, (name) => t('approve.form.copyName', { name })) }
    : emptyDraft()
  return (
    <NewPage
      entity={flowEntity}
      initial={initial}
      rules={stepRules}
      leadsTo="view"
      sentence={t('approve.form.newSentence')}
    >
      {(form) => <FlowForm form={form} flow={copied} isNew />}
    </NewPage>
  )
}

function CopiedFlow({ guid }: { guid: string }) {
  return (
    <Loaded call={approveCalls.get} payload={{ guid }} back={<BackToEntities entity={flowEntity} />}>
      {(copied) => <NewFlow copied={copied} />}
    </Loaded>
  )
}

export function Screen() {
  const { copyOf } = useSearchOf('/approve/create')
  return copyOf === undefined ? <NewFlow /> : <CopiedFlow key={copyOf} guid={copyOf} />
}
