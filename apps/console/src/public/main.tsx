// The pages under /p/: what people open from a message or are sent to, without the console's router or a session. A
// page of its own each; nothing leads from one to another without loading. Those of a message share the frame and the
// parts of the pages outside the door.
import '../lib/tokens.css'
import { SANDBOX_PAGE } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, lazy, useEffect } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Wordless } from '../app/pages/wordless.tsx'
import { ProgressBar } from '../app/progress-bar.tsx'
import { Toaster } from '../app/toaster.tsx'
import { ActivationPage } from '../domains/identity/activation.page.tsx'
import { ResetPage } from '../domains/identity/reset.page.tsx'
import { UnknownPage } from '../domains/identity/unknown.page.tsx'
import { queryClient } from '../lib/call/query-client.ts'
import { DialogHost } from '../lib/dialog/dialog.tsx'
import { ACTIVATION_PAGE, RESET_PAGE, tablePath } from '../lib/place/go.ts'
import { PhrasesProvider, beginLanguage, speak, usePhrases } from '../lib/words/i18n.tsx'
import type { PhraseKey } from '../lib/words/i18n.tsx'

interface PublicPage {
  title: PhraseKey
  Page: ComponentType
  /** Its phrases, where they are not those of every page outside the door. */
  unit?: string
}

// Whoever activates an account does not load it.
const SandboxPage = lazy(async () => ({
  default: (await import('../domains/billing/top-up/sandbox.page.tsx')).SandboxPage,
}))

const PAGES: Record<string, PublicPage> = {
  [RESET_PAGE]: { title: 'identity.reset.title', Page: ResetPage },
  [ACTIVATION_PAGE]: { title: 'identity.activation.title', Page: ActivationPage },
  [SANDBOX_PAGE]: { title: 'billing.topUp.sandbox.title', Page: SandboxPage, unit: 'billing' },
}
const UNKNOWN: PublicPage = { title: 'identity.links.unknownHeading', Page: UnknownPage }

function Shown({ title, Page }: PublicPage) {
  const t = usePhrases()
  const words = `${t(title)} · ${t('common.productName')}`
  useEffect(() => {
    document.title = words
  }, [words])
  return <Page />
}

const element = document.getElementById('root')
if (!element) throw new Error('p.html has no #root')

// Another link of a message, opened in this very tab, changes only what is behind the mark.
addEventListener('hashchange', () => location.reload())
const path = tablePath(location.pathname)
const page = (Object.hasOwn(PAGES, path) && PAGES[path]) || UNKNOWN
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PhrasesProvider wordless={<Wordless />}>
        <ProgressBar />
        <Suspense>
          <Shown {...page} />
        </Suspense>
        <Toaster />
        <DialogHost />
      </PhrasesProvider>
    </QueryClientProvider>
  </StrictMode>,
)
beginLanguage(location.hash)
void Promise.all(['identity', ...(page.unit ? [page.unit] : [])].map(speak)).catch(() => undefined) // the page shows that it has no words
