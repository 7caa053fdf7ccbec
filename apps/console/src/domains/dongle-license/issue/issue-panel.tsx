// The check beside the form that issues: which locks would accept the license, and why others would not.
import { Refusal } from '@sealwright/client'
import { dongleLicenseCalls } from '@sealwright/contract'
import type { DonglePreview, PayloadOf } from '@sealwright/contract'
import { PreviewNote, PreviewPanel, PreviewPart, refusedFields } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../blocks/form/use-preview.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './issue.css'

const SHOWN = 20

type Payload = PayloadOf<typeof dongleLicenseCalls.preview>

/** `payload` is undefined while the form is not complete. */
export const useIssuePreview = (payload: Payload | undefined) => usePreview(dongleLicenseCalls.preview, payload)

function Judged({ locks, unfit }: Pick<DonglePreview, 'locks' | 'unfit'>) {
  const t = usePhrases()
  const refused = locks.filter(({ isAllowed }) => !isAllowed).slice(0, SHOWN)
  return (
    <PreviewPart title={t('dongleLicense.issue.unfit', { count: unfit })}>
      <ul className="dongle-judged">
        {refused.map(({ shellNumber, message }) => (
          <li key={shellNumber}>
            {/* A refusal of the lock names it already. */}
            {!message?.includes(shellNumber) && <strong className="sw-tabular">{shellNumber}</strong>}
            <span>{message}</span>
          </li>
        ))}
        {unfit > refused.length && <li>{t('dongleLicense.issue.moreUnfit', { count: unfit - refused.length })}</li>}
      </ul>
      <Notice tone="warn">{t('dongleLicense.issue.unfitSentence')}</Notice>
    </PreviewPart>
  )
}

export function IssuePanel({ preview }: { preview: ReturnType<typeof useIssuePreview> }) {
  const t = usePhrases()
  const { data, error } = preview
  const said = refusedFields(error).map(({ message }) => message)
  return (
    <PreviewPanel
      title={t('dongleLicense.issue.panel')}
      preview={preview}
      idle={<PreviewNote>{t('dongleLicense.issue.idle')}</PreviewNote>}
      refused={error instanceof Refusal && <Notice tone="bad">{said.join(t('license.and')) || error.message}</Notice>}
    >
      {data && (
        <>
          {data.fit > 0 && <Notice tone="ok">{t('dongleLicense.issue.fit', { count: data.fit })}</Notice>}
          {data.unfit > 0 && <Judged {...data} />}
        </>
      )}
    </PreviewPanel>
  )
}
