// What the pages about a campaign's numbers share: the campaign itself, the ways between its pages, and its links to
// copy.
import { activityCalls } from '@sealwright/contract'
import type { CampaignLink } from '@sealwright/contract'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './report.css'

/** Undefined while it loads, and for people who may see the numbers but not the campaign. */
export function useCampaign(guid: string) {
  const canGet = useCan(activityCalls.get)
  return useAnswer(activityCalls.get, { guid }, { enabled: canGet }).data
}

const WAYS = [
  { path: '/activity/view', words: 'activity.report.toCampaign' },
  { path: '/activity/user', words: 'activity.report.toUsers' },
  { path: '/activity/chart', words: 'activity.report.toChart' },
] as const
type WayPath = (typeof WAYS)[number]['path']

function Way({ path, guid, words }: (typeof WAYS)[number] & { guid: string }) {
  const t = usePhrases()
  return (
    useCanOpen(path) && (
      <ScreenLink to={path} search={{ guid }} className={buttonClass()}>
        {t(words)}
      </ScreenLink>
    )
  )
}

/** Links to the other pages of the campaign. */
export function CampaignWays({ guid, here }: { guid: string; here: WayPath }) {
  return WAYS.filter(({ path }) => path !== here).map((way) => <Way key={way.path} guid={guid} {...way} />)
}

/** The links of the public page, to copy. */
export function LinkCopies({ links }: { links: readonly CampaignLink[] }) {
  const t = usePhrases()
  const active = links.filter(({ isActive }) => isActive)
  if (active.length === 0) return null
  return (
    <ul className="link-copies" aria-label={t('activity.report.copyLinks')}>
      {active.map(({ guid, name, url }) => (
        <li key={guid}>
          <span>{name}</span>
          <CopyText text={url} />
        </li>
      ))}
    </ul>
  )
}
