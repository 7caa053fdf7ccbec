// The content of the page, and its outlet in a frame.
import { Component, Suspense, useEffect, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { ShownPlace } from '../lib/place/place.ts'
import type { Place } from '../lib/place/place.ts'
import { keepFocusOnPage } from '../lib/place/sight.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { settleScroll } from './scroll-memory.ts'
import { useDocument } from './use-document.ts'

export interface Shown {
  place: Place
  content: ReactNode
  /** The frame around the content, with an `Outlet`. */
  frame?: ReactNode
  /** The content reports that the screen could not be loaded. */
  isFailed?: boolean
}

export const useShown = create<{ shown?: Shown }>(() => ({}))

/** An error in the content does not affect its surroundings. */
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

/** The screen that was shown last, also before a sign-in. */
let lastPath: string | undefined

/** The screen of the address. */
export function Outlet() {
  const shown = useShown((state) => state.shown)
  const place = shown?.place
  useLayoutEffect(() => {
    if (place) settleScroll(place)
  }, [place])
  useEffect(() => {
    const before = lastPath
    lastPath = place?.path
    // The browser places the focus when the page is opened.
    if (place && before && before !== place.path) keepFocusOnPage(place)
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

/** The whole page, once there is content. */
export function Page() {
  const path = useShown(({ shown }) => shown?.place.path)
  return path === undefined ? null : <Framed path={path} />
}
