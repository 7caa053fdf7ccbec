// How to check a signature: code for the systems that receive webhooks.
import { useState } from 'react'
import { CodeChoice } from '../../blocks/control/code-block.tsx'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { guideHref } from '../../lib/place/guide.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { VERIFY_CODE, VERIFY_LANGUAGES } from './verify-code.ts'
import type { VerifyLanguage } from './verify-code.ts'

export function VerifySignature() {
  const t = usePhrases()
  const locale = useLanguage(({ locale: shown }) => shown)
  const [language, setLanguage] = useState<VerifyLanguage>('node')
  return (
    <DetailSection title={t('webhook.verify.title')}>
      <p className="integration-quiet">{t('webhook.verify.sentence')}</p>
      <CodeChoice
        label={t('webhook.verify.label')}
        value={language}
        onSelect={setLanguage}
        options={VERIFY_LANGUAGES.map((value) => ({
          value,
          label: t(`webhook.verify.languages.${value}`),
          code: VERIFY_CODE[value],
        }))}
      />
      <p className="integration-ways">
        <a href={guideHref(locale, 'webhooks')} target="_blank" rel="noreferrer">
          {t('webhook.verify.guide')}
        </a>
      </p>
    </DetailSection>
  )
}
