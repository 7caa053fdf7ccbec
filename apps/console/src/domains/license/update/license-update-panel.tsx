// The preview panel beside an update form: the failed rule, what the form provides (changes, new end, price), and all
// rules.
import type { IssuePreview, RefreshPreview } from '@sealwright/contract'
import type { ComponentProps, ReactNode } from 'react'
import { PreviewNote, PreviewPanel, refusedFields } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { RuleTrace } from '../rules/rule-trace.tsx'

interface UpdatePanelProps {
  preview: ComponentProps<typeof PreviewPanel>['preview'] & {
    /** The outcome of the rules. A batch has none: it counts licenses instead. */
    data?: Pick<IssuePreview | RefreshPreview, 'isAllowed' | 'rules'> | undefined
  }
  /** Shown between the failure and the rules. Absent while the first preview is loading. */
  children: ReactNode
}

export function UpdatePanel({ preview, children }: UpdatePanelProps) {
  const t = usePhrases()
  const { isPending, error, data } = preview
  const failure = data?.rules.find(({ outcome }) => outcome === 'fail')
  return (
    <PreviewPanel
      title={t('license.detail.refresh.panel')}
      preview={preview}
      idle={<PreviewNote>{t('license.detail.refresh.idle')}</PreviewNote>}
      refused={refusedFields(error).length > 0 && <PreviewNote>{t('license.detail.refresh.halfTyped')}</PreviewNote>}
    >
      {children && (
        <>
          {failure && <Notice tone="bad">{failure.message}</Notice>}
          {children}
          {data && (
            <details key={String(data.isAllowed)} className="preview-part" open={!data.isAllowed}>
              <summary>{t('license.detail.rules.title')}</summary>
              <RuleTrace rules={data.rules} isPending={isPending} />
            </details>
          )}
        </>
      )}
    </PreviewPanel>
  )
}
