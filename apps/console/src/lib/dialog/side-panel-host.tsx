// The open side panel: one at a time, closed by navigation. blocks/overlay/side-panel.tsx draws it and handles the
// focus.
import { Fragment, useEffect } from 'react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { usePlace } from '../place/place.ts'

interface OpenPanel {
  id: number
  content: ReactNode
  onClosed: () => void
}

const useOpenPanel = create<{ panel: OpenPanel | undefined }>(() => ({ panel: undefined }))
let lastId = 0

function replaceWith(panel?: OpenPanel): void {
  const before = useOpenPanel.getState().panel
  useOpenPanel.setState({ panel })
  before?.onClosed()
}

/** Shows a `SidePanel` instead of the open one. Resolves when it is closed. */
export function openSidePanel(content: ReactNode): Promise<void> {
  return new Promise((resolve) => replaceWith({ id: ++lastId, content, onClosed: resolve }))
}

export function closeSidePanel(): void {
  replaceWith()
}

/** Mounted once, beside the page. */
export function SidePanelHost() {
  const panel = useOpenPanel((state) => state.panel)
  useEffect(() => {
    // Filters replace the history entry; links and Back lead to another one.
    const unsubscribe = usePlace.subscribe((place, before) => {
      if (place.index !== before.index || place.path !== before.path) closeSidePanel()
    })
    return () => {
      unsubscribe()
      closeSidePanel()
    }
  }, [])
  return panel && <Fragment key={panel.id}>{panel.content}</Fragment>
}
