// The public page of a license code, /p/code. A document and a build of its own (build/small-pages.ts), with Preact
// instead of React, because customers come from phones. It uses the console's forms, captcha and phrases, but neither
// its router nor its cache of answers.
import '../../lib/tokens.css'
import '../page/skeleton.css'
import './skeleton.css'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Wordless } from '../../app/pages/wordless.tsx'
import { Toaster } from '../../app/toaster.tsx'
import { DialogHost } from '../../lib/dialog/dialog.tsx'
import { PhrasesProvider, speak, useLanguage } from '../../lib/words/i18n.tsx'
import { removeSkeleton } from '../page/skeleton.ts'
import { visitorLocale } from '../page/visitor-locale.ts'
import { CodePage } from './code-page.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('code.html has no #root')

function NoWords() {
  useLayoutEffect(removeSkeleton, [])
  return <Wordless />
}

useLanguage.setState({ locale: visitorLocale() })
// If the phrases do not load, the page shows `NoWords`.
void speak('code').catch(() => undefined)
createRoot(element).render(
  <PhrasesProvider wordless={<NoWords />}>
    <CodePage />
    <Toaster />
    <DialogHost />
  </PhrasesProvider>,
)
