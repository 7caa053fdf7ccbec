// The tabs of a page. Arrow keys move between them. Only the content of the open tab is rendered.
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { bringIntoRow } from '../../lib/place/sight.ts'
import '../detail/detail.css'

export interface Tab {
  key: string
  title: string
  count?: string
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  open: string
  onOpen: (key: string) => void
}

export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === open),
  )
  const move = (to: number) => {
    const next = tabs.at(to % tabs.length)
    if (!next) return
    onOpen(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]').item(tabs.indexOf(next)).focus()
  }
  return (
    <>
      <div
        ref={list}
        className="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(at + 1)
          else if (event.key === 'ArrowLeft') move(at - 1)
          else if (event.key === 'Home') move(0)
          else if (event.key === 'End') move(-1)
          else return
          event.preventDefault()
        }}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            ref={index === at ? bringIntoRow : undefined}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={index === at}
            aria-controls={index === at ? `${id}-panel` : undefined}
            tabIndex={index === at ? 0 : -1}
            className="tab"
            onClick={() => onOpen(tab.key)}
          >
            {tab.title}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tabs[at]?.key ?? ''}`} className="tab-panel">
        {tabs[at]?.content}
      </div>
    </>
  )
}
