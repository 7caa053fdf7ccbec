// Where the issue screens return to: the page that the address names, if it exists and the person may open it,
// otherwise the list, otherwise the first screen.
import type { Access } from '@sealwright/contract'
import { FIRST_SCREEN, goToHref } from '../../../lib/place/go.ts'
import { findScreen } from '../../../lib/place/screen.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface WayBack {
  /** The link text; undefined if the target is not named in the address. */
  words: string | undefined
  href: string
  go: () => void
}

export function useWayBack(
  { path, access }: { path: string; access: { view: Access } },
  sourcePath: string | undefined,
): WayBack {
  const t = usePhrases()
  const source = sourcePath?.split('?', 1)[0]
  const isSource = useCanOpen(source)
  const hasList = hasAccess(useSession(), access.view)
  const screen = source === undefined ? undefined : findScreen(source)
  const asLeft = (list: string) => `${list}?showSearch=1`
  const href =
    isSource && sourcePath !== undefined
      ? sourcePath === source
        ? asLeft(source)
        : sourcePath
      : hasList
        ? asLeft(path)
        : FIRST_SCREEN
  return {
    words: isSource && screen ? t('license.issue.backTo', { where: t(screen.title) }) : undefined,
    href,
    go: () => goToHref(href),
  }
}
