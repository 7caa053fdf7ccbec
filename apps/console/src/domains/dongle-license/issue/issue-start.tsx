// Chooses the first template, then loads its terms for the form. What was typed stays when templates change.
import { dongleLicenseCalls } from '@sealwright/contract'
import { privilege } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { DetailError, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { Link } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useWayBack } from '../../license/issue/index.ts'
import type { ChosenTemplate, IssueDraft, TemplateAnswer } from './issue-draft.ts'
import { DongleTemplates } from './template-part.tsx'
import '../../../blocks/form/form.css'

export const LIST = { path: '/pc/license/dongle', access: { view: privilege('dongleLicense.view') } }

export interface IssueFormProps {
  template: TemplateAnswer
  /** The first one is `template`. */
  chosen: readonly ChosenTemplate[]
  initial: IssueDraft
  /** The initial values were typed before, so leaving must ask. */
  isTyped: boolean
  onTemplates: (chosen: readonly ChosenTemplate[], typed: IssueDraft) => void
}

interface IssueStartProps {
  title: string
  templateGuid: string | undefined
  sourcePath?: string | undefined
  /** Puts the first template into the address. */
  onTemplate: (guid: string | undefined) => void
  first: IssueDraft
  children: (props: IssueFormProps) => ReactNode
}

export function IssueStart({ title, templateGuid, sourcePath, onTemplate, first, children }: IssueStartProps) {
  const t = usePhrases()
  const back = useWayBack(LIST, sourcePath)
  const [others, setOthers] = useState<readonly ChosenTemplate[]>([])
  const [typed, setTyped] = useState(first)
  const [untyped] = useState(first)
  const template = useAnswer(
    dongleLicenseCalls.template,
    { guid: templateGuid ?? '' },
    { enabled: templateGuid !== undefined },
  )
  if (templateGuid === undefined || template.data?.isExpired)
    return (
      <div className="form-page">
        <PageHead
          title={title}
          sentence={t('dongleLicense.issue.chooseSentence')}
          actions={
            back.words && (
              <Link href={back.href} className={buttonClass()}>
                {back.words}
              </Link>
            )
          }
        />
        <div className="dongle-choose">
          <DongleTemplates chosen={[]} onPress={({ guid }) => onTemplate(guid)} />
        </div>
      </div>
    )
  if (template.error)
    return (
      <DetailError
        error={template.error}
        onRetry={() => void template.refetch()}
        back={<Button onPress={() => onTemplate(undefined)}>{t('license.issue.template.change')}</Button>}
      />
    )
  if (!template.data) return <DetailSkeleton />
  return children({
    template: template.data,
    chosen: [template.data, ...others],
    initial: typed,
    isTyped: typed !== untyped,
    onTemplates: ([next, ...rest], now) => {
      setTyped(now)
      setOthers(rest)
      if (next?.guid !== templateGuid) onTemplate(next?.guid)
    },
  })
}
