// A page that says one thing: an icon, a title, and what one can do now.
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import css from './page.module.css'

interface NoticeProps {
  icon: LucideIcon
  tone?: 'plain' | 'wait' | 'bad' | 'ok'
  /** What it is about, above the title. */
  name?: string | undefined
  title: string
  children: ReactNode
}

/** Its title takes the focus, since the focused element may be gone. */
export function Notice({ icon: Icon, tone = 'plain', name, title, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={css.notice}>
      <span className={css.badge} data-tone={tone}>
        <Icon size={28} aria-hidden />
      </span>
      {name && <p className={css.over}>{name}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  )
}
