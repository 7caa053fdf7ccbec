// Opens the captcha dialog. The host provides the element and the addresses; a missing one is a programming error and
// throws.
import { CAPTCHA_TYPES } from '@sealwright/contract'
import { createRoot } from 'react-dom/client'
import { PhrasesProvider } from '../words/i18n.tsx'
import { CaptchaDialog } from './captcha-dialog.tsx'
import { checkType } from './captcha-protocol.ts'
import type { CaptchaConfig } from './captcha-protocol.ts'
import { startCaptcha } from './captcha-session.ts'

export { CaptchaClosed } from './captcha-session.ts'

function elementOf(bindEl: CaptchaConfig['bindEl']): Element {
  const element = typeof bindEl === 'string' ? document.querySelector(bindEl) : bindEl
  if (!element) throw new Error('The captcha needs an element: bindEl')
  return element
}

/**
 * Resolves to the id of the solved challenge once the dialog has closed; rejects with `CaptchaClosed` if the person or
 * the signal closes it.
 */
export function openCaptcha(config: CaptchaConfig, signal?: AbortSignal): Promise<string> {
  const element = elementOf(config.bindEl)
  if (!config.requestCaptchaDataUrl)
    throw new Error('The captcha needs the address that gives challenges: requestCaptchaDataUrl')
  if (!config.validCaptchaUrl) throw new Error('The captcha needs the address that checks answers: validCaptchaUrl')
  if (config.type !== undefined) checkType(config.type, [...CAPTCHA_TYPES, 'RANDOM'])
  const session = startCaptcha(config)
  const root = createRoot(element)
  root.render(
    <PhrasesProvider>
      <CaptchaDialog session={session} />
    </PhrasesProvider>,
  )
  if (signal?.aborted) session.close()
  else signal?.addEventListener('abort', session.close)
  return session.result.finally(() => {
    signal?.removeEventListener('abort', session.close)
    root.unmount()
  })
}
