// Which side panel is open, callable from anywhere: one at a time, and none after a navigation. What a panel looks like
// and how it takes and returns the focus is in blocks/overlay/side-panel.tsx.
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

/** Shows a `SidePanel` in the place of the open one; resolves when it is closed. */
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
    // Filters replace the entry of the history; a link or the back button goes to another one.
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
