// What the page shows, and where in a frame it appears.
import { Component, Suspense, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { ShownPlace } from '../lib/place/place.ts'
import type { Place } from '../lib/place/place.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { settleScroll } from './scroll-memory.ts'
import { useDocument } from './use-document.ts'

export interface Shown {
  place: Place
  content: ReactNode
  /** What stands around the content and holds an `Outlet` for it. */
  frame?: ReactNode
  /** The content says that the screen did not come. */
  isFailed?: boolean
}

export const useShown = create<{ shown?: Shown }>(() => ({}))

/** What breaks takes nothing around it along. */
class Boundary extends Component<{ children: ReactNode }, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? (
      <LoadFailed error={failure.error} onRetry={() => this.setState({ failure: undefined })} />
    ) : (
      this.props.children
    )
  }
}

/** The screen of the address. */
export function Outlet() {
  const shown = useShown((state) => state.shown)
  const place = shown?.place
  useLayoutEffect(() => {
    if (place) settleScroll(place)
  }, [place])
  if (!place) return null
  return (
    <ShownPlace value={place}>
      <Boundary key={place.path}>
        <Suspense>{shown.content}</Suspense>
      </Boundary>
    </ShownPlace>
  )
}

function Framed({ path }: { path: string }) {
  const frame = useShown(({ shown }) => shown?.frame)
  useDocument(path)
  return (
    <Boundary>
      <Suspense>{frame ?? <Outlet />}</Suspense>
    </Boundary>
  )
}

/** All that is shown, as soon as there is something. */
export function Page() {
  const path = useShown(({ shown }) => shown?.place.path)
  return path === undefined ? null : <Framed path={path} />
}
