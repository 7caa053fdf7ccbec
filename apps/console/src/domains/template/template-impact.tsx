// The confirmation before an edit is saved: the changes, whether they create a new version, and that issued licenses
// stay as they are.
import type { AnswerOf } from '@sealwright/contract'
import { Differences } from '../../blocks/detail/differences.tsx'
import { confirm } from '../../lib/dialog/dialog.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Family } from './template-family.ts'
import './template-form.css'
import { useTemplateWords } from './template-words.ts'
import type { Granting } from './template-words.ts'

type Impact = AnswerOf<Family['calls']['previewUpdate']>

function ImpactWords({
  impact: { changes, hasNewVersion, licenseCount, effectiveLicenseCount },
  granting,
}: {
  impact: Impact
  granting: Granting
}) {
  const t = usePhrases()
  const words = useTemplateWords(granting)
  const issued =
    licenseCount === 0
      ? t('template.impact.none')
      : t('template.impact.issued', { count: licenseCount, valid: effectiveLicenseCount })
  return (
    <div className="template-impact">
      <p>{hasNewVersion ? issued : t('template.impact.privileges')}</p>
      <div className="template-impact-changes" role="group" aria-label={t('template.impact.changes')}>
        <Differences changes={changes} kind="update" labelOf={words.labelOf} wordsOf={words.wordsOf} />
      </div>
    </div>
  )
}

/** Resolves to true if the person confirms. `granting` provides the module names. */
export function confirmImpact(t: Translate, impact: Impact, granting: Granting): Promise<boolean> {
  const [title, confirmText] = impact.hasNewVersion
    ? [t('template.impact.title'), t('template.impact.save')]
    : [t('template.impact.privilegesTitle'), t('product.form.save')]
  return confirm({
    title,
    body: <ImpactWords impact={impact} granting={granting} />,
    confirmText,
    cancelText: t('template.impact.back'),
  })
}
