// A name in the facts of a page, as a link if the person may open the page behind it.
import type { ReactNode } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'

/** `path` is the screen, `href` its full address. */
export function Way({ path, href, children }: { path: string; href: string; children: ReactNode }) {
  return useCanOpen(path) ? <Link href={href}>{children}</Link> : children
}
