// The public page of a promotion link, /p/campaign/{token}. A document and a build of its own (build/small-pages.ts):
// React is replaced with Preact there, because visitors come from phones. It uses the console's forms, captcha and
// phrases, but neither its router nor its cache of answers.
import '../../lib/tokens.css'
import '../page/skeleton.css'
import './skeleton.css'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Wordless } from '../../app/pages/wordless.tsx'
import { PhrasesProvider, speak, useLanguage } from '../../lib/words/i18n.tsx'
import { removeSkeleton } from '../page/skeleton.ts'
import { visitorLocale } from '../page/visitor-locale.ts'
import { CampaignPage } from './campaign-page.tsx'
import { askAhead } from './visit-client.ts'

const element = document.getElementById('root')
if (!element) throw new Error('campaign.html has no #root')

function NoWords() {
  useLayoutEffect(removeSkeleton, [])
  return <Wordless />
}

useLanguage.setState({ locale: visitorLocale() })
askAhead()
// If the phrases do not load, the page shows `NoWords`.
void speak('visit').catch(() => undefined)
createRoot(element).render(
  <PhrasesProvider wordless={<NoWords />}>
    <CampaignPage />
  </PhrasesProvider>,
)
