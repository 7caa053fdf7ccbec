// A mail as its recipient sees it. The frame cannot run scripts. The console's content security policy applies to it
// too: it forbids style attributes, so styles are set by script from here, and pictures of other hosts are not loaded.
import { emailTemplateCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { ErrorState } from '../../blocks/control/states.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './email-template.css'

export type PreviewedTexts = PayloadOf<typeof emailTemplateCalls.preview>

type Choice = 'desktop' | 'phone' | 'light' | 'dark' | 'html' | 'text'
const THEMES = 'content="light dark"'

/** The document without what the content security policy would report: styles wait for `applyStyles`. */
const framed = (html: string, theme: 'light' | 'dark') =>
  html
    .replace(THEMES, `content="${theme}"`)
    .replace(/<\w[^>]*>/g, (tag) =>
      tag.replace(' style="', ' data-style="').replace(' src="https:', ' data-src="https:'),
    )

function applyStyles(frame: HTMLIFrameElement) {
  for (const element of frame.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset['style'] ?? ''
}

export function MailPreview({ texts }: { texts: PreviewedTexts }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(emailTemplateCalls.preview, texts, { keepPrevious: true })
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [part, setPart] = useState<'html' | 'text'>('html')
  const labelOf = (value: Choice) => t(`emailTemplate.preview.choices.${value}`)
  const optionsOf = <Value extends Choice>(...values: readonly Value[]) =>
    values.map((value) => ({ value, label: labelOf(value) }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="mail-preview">
      <div className="mail-preview-tools">
        <Segmented
          label={t('emailTemplate.preview.part')}
          value={part}
          options={optionsOf('html', 'text')}
          onSelect={setPart}
        />
        <Segmented
          label={t('emailTemplate.preview.width')}
          value={width}
          options={optionsOf('desktop', 'phone')}
          onSelect={setWidth}
        />
        <Segmented
          label={t('emailTemplate.preview.theme')}
          value={theme}
          options={optionsOf('light', 'dark')}
          onSelect={setTheme}
        />
      </div>
      <div className={`mail-preview-mail mail-preview-${width}`} aria-busy={data === undefined}>
        <p className="mail-preview-subject">{data?.mail.subject}</p>
        {part === 'html' ? (
          <iframe
            className={`mail-preview-${theme}`}
            title={t('emailTemplate.preview.frame')}
            sandbox="allow-same-origin"
            srcDoc={data ? framed(data.mail.html, theme) : ''}
            onLoad={(event) => applyStyles(event.currentTarget)}
          />
        ) : (
          <pre tabIndex={0}>{data?.mail.text}</pre>
        )}
      </div>
      <p className="mail-preview-note">{t('emailTemplate.preview.note')}</p>
    </div>
  )
}
