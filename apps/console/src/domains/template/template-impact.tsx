// The question before an edit is saved: what changes, and that licenses which were issued stay as they are.
import type { AnswerOf } from '@sealwright/contract'
import { Differences } from '../../blocks/differences.tsx'
import { confirm } from '../../lib/dialog.tsx'
import type { Translate } from '../../lib/i18n.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import type { Family } from './template-family.ts'
import './template-form.css'
import { useTemplateWords } from './template-words.ts'

export type Impact = AnswerOf<Family['calls']['previewUpdate']>

function ImpactWords({ impact: { changes, licenseCount, effectiveLicenseCount } }: { impact: Impact }) {
  const t = usePhrases()
  const words = useTemplateWords()
  return (
    <div className="template-impact">
      <p>{licenseCount === 0 ? t('template.impact.none') : t('template.impact.issued', { count: licenseCount, valid: effectiveLicenseCount })}</p>
      <div className="template-impact-changes" role="group" aria-label={t('template.impact.changes')}>
        <Differences changes={changes} kind="update" labelOf={words.labelOf} wordsOf={words.wordsOf} />
      </div>
    </div>
  )
}

/** True when the person wants the new version. */
export function confirmImpact(t: Translate, impact: Impact): Promise<boolean> {
  return confirm({ title: t('template.impact.title'), body: <ImpactWords impact={impact} />, confirmText: t('template.impact.save'), cancelText: t('template.impact.back') })
}
