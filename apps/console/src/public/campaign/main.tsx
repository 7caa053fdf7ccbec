// The public page of a promotion link, /p/campaign/{token}. A document and a build of its own (build/campaign-page.ts):
// React is replaced with Preact there, because visitors come from phones. It uses the console's forms, captcha and
// phrases, but neither its router nor its cache of answers.
import '../../lib/tokens.css'
import './skeleton.css'
import { createRoot } from 'react-dom/client'
import { Wordless } from '../../app/pages/wordless.tsx'
import { PhrasesProvider, speak, useLanguage } from '../../lib/words/i18n.tsx'
import { CampaignPage } from './campaign-page.tsx'
import { visitorLocale } from './visit-place.ts'
import { VISIT_UNIT } from './visit-unit.ts'

const element = document.getElementById('root')
if (!element) throw new Error('campaign.html has no #root')

useLanguage.setState({ locale: visitorLocale() })
createRoot(element).render(
  <PhrasesProvider wordless={<Wordless />}>
    <CampaignPage />
  </PhrasesProvider>,
)
// If the phrases do not load, the page shows `Wordless`.
void speak(VISIT_UNIT).catch(() => undefined)
