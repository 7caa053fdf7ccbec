// The pages under /p/, which people open from a message or after a redirect, without the console's router and without a
// session. Each is a document load of its own. The pages of a message use the frame and the parts of the pages before
// sign-in.
import '../lib/tokens.css'
import { SANDBOX_PAGE, UNSUBSCRIBE_PAGE } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, lazy, useEffect } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Wordless } from '../app/pages/wordless.tsx'
import { ProgressBar } from '../app/progress-bar.tsx'
import { Toaster } from '../app/toaster.tsx'
import { ActivationPage } from '../domains/identity/activation.page.tsx'
import { InvitationPage } from '../domains/identity/invitation.page.tsx'
import { ResetPage } from '../domains/identity/reset.page.tsx'
import { UnknownPage } from '../domains/identity/unknown.page.tsx'
import { queryClient } from '../lib/call/query-client.ts'
import { useCenterName } from '../lib/center-face.ts'
import { DialogHost } from '../lib/dialog/dialog.tsx'
import { ACTIVATION_PAGE, INVITATION_PAGE, RESET_PAGE, tablePath } from '../lib/place/go.ts'
import { CONSOLE } from '../lib/session/session.tsx'
import { setSurface } from '../lib/surface.ts'
import { PhrasesProvider, beginLanguage, speak, usePhrases } from '../lib/words/i18n.tsx'
import type { PhraseKey } from '../lib/words/i18n.tsx'
import { UnsubscribePage } from './campaign/unsubscribe.page.tsx'

interface PublicPage {
  title: PhraseKey
  Page: ComponentType
  /** A phrase unit that the page needs besides `identity`. */
  unit?: string
}

// Loaded on demand, so that the other pages stay small.
const SandboxPage = lazy(async () => ({
  default: (await import('../domains/billing/top-up/sandbox.page.tsx')).SandboxPage,
}))
const PAGES: Record<string, PublicPage> = {
  [RESET_PAGE]: { title: 'identity.reset.title', Page: ResetPage },
  [ACTIVATION_PAGE]: { title: 'identity.activation.title', Page: ActivationPage },
  [INVITATION_PAGE]: { title: 'ownAccount.invitation.title', Page: InvitationPage },
  [UNSUBSCRIBE_PAGE]: { title: 'activity.visit.unsubscribe.title', Page: UnsubscribePage, unit: 'unsubscribe' },
  [SANDBOX_PAGE]: { title: 'billing.topUp.sandbox.title', Page: SandboxPage, unit: 'billing' },
}
const UNKNOWN: PublicPage = { title: 'identity.links.unknownHeading', Page: UnknownPage }

function Shown({ title, Page }: PublicPage) {
  const t = usePhrases()
  const words = `${t(title)} · ${useCenterName()}`
  useEffect(() => {
    document.title = words
  }, [words])
  return <Page />
}

setSurface(CONSOLE)

const element = document.getElementById('root')
if (!element) throw new Error('p.html has no #root')

// Opening another message link in this tab changes only the URL fragment, so reload the page.
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
// If the phrases do not load, the page shows `Wordless`.
void Promise.all(['identity', ...(page.unit ? [page.unit] : [])].map(speak)).catch(() => undefined)
