// The license that the visitor got, and what to do next.
import type { CampaignJoined } from '@sealwright/contract'
import { Check, CircleCheck, Copy, Download, Info } from 'lucide-react'
import { useState } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import { timeWords } from '../page/visitor-time.ts'
import type { Way } from './offer.tsx'
import page from '../page/page.module.css'
import css from './campaign.module.css'

function Serial({ serial }: { serial: string }) {
  const t = usePhrases()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(serial)
      setCopied(true)
    } catch {
      // The text can still be selected.
    }
  }
  return (
    <dd className={page.serial}>
      <code>{serial}</code>
      {/* Missing on plain-HTTP origins. */}
      {'clipboard' in navigator && (
        <button
          type="button"
          className="sw-icon-button"
          title={t('activity.visit.joined.copy')}
          onClick={() => void copy()}
        >
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span className="sw-visually-hidden" role="status">
            {t(isCopied ? 'activity.visit.joined.copied' : 'activity.visit.joined.copy')}
          </span>
        </button>
      )}
    </dd>
  )
}

interface JoinedProps {
  joined: CampaignJoined & { way: Way }
  developerName: string
}

export function Joined({ joined, developerName: developer }: JoinedProps) {
  const t = usePhrases()
  const { account, productName: product, downloadUrl } = joined
  return (
    <Notice
      icon={CircleCheck}
      tone="ok"
      title={t(joined.wasJoined ? 'activity.visit.joined.wasTitle' : 'activity.visit.joined.title')}
    >
      <p className={page.sentence}>
        {t(joined.wasJoined ? 'activity.visit.joined.wasSentence' : 'activity.visit.joined.sentence')}
      </p>
      <div className={page.license}>
        <p className={page.licenseProduct}>{product}</p>
        <dl>
          <div>
            <dt>{t('activity.visit.joined.account')}</dt>
            <dd>{account}</dd>
          </div>
          <div>
            <dt>{t('activity.visit.joined.until')}</dt>
            <dd>{joined.expireTime === null ? t('activity.visit.joined.forever') : timeWords(t, joined.expireTime)}</dd>
          </div>
          {joined.useCount !== null && (
            <div>
              <dt>{t('activity.visit.uses')}</dt>
              <dd>{t('activity.visit.usesCount', { count: joined.useCount })}</dd>
            </div>
          )}
          <div>
            <dt>{t('activity.visit.joined.serial')}</dt>
            <Serial serial={joined.serial} />
          </div>
        </dl>
      </div>
      {joined.way === 'code' && !joined.isNew && (
        <p className={css.kept}>
          <Info size={16} aria-hidden />
          {t('activity.visit.joined.passwordKept')}
        </p>
      )}
      <section className={css.next}>
        <h2>{t('activity.visit.joined.next')}</h2>
        <ol>
          <li>
            {downloadUrl
              ? t('activity.visit.joined.downloadSentence', { product })
              : t('activity.visit.joined.getSentence', { product, developer })}
            {downloadUrl && (
              <a className={`sw-button sw-button-primary ${css.download}`} href={downloadUrl} rel="noopener">
                <Download size={18} aria-hidden />
                {t('activity.visit.joined.download')}
              </a>
            )}
          </li>
          <li>{t(joined.isNew ? 'activity.visit.joined.signInNew' : 'activity.visit.joined.signIn', { account })}</li>
        </ol>
      </section>
    </Notice>
  )
}
