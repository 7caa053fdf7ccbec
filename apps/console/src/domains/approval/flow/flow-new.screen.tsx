// A new approval flow, empty or as a copy of another one.
import { approveCalls } from '@sealwright/contract'
import { DetailError, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { BackToEntities } from '../../../blocks/entity/entity-detail.tsx'
import { NewPage } from '../../../blocks/entity/entity-form.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
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
  const { data, error, refetch } = useAnswer(approveCalls.get, { guid })
  if (data) return <NewFlow copied={data} />
  if (error)
    return <DetailError error={error} onRetry={() => void refetch()} back={<BackToEntities entity={flowEntity} />} />
  return <DetailSkeleton />
}

export function Screen() {
  const { copyOf } = useSearchOf('/approve/create')
  return copyOf === undefined ? <NewFlow /> : <CopiedFlow key={copyOf} guid={copyOf} />
}
