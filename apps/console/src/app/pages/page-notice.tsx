// A page without a screen: not found, no access, not loaded. The address stays, so that a reload can help.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './page-notice.module.css'

export function PageNotice({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <section className={css.notice}>
      <span className={css.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <h1 className={css.title}>{title}</h1>
      <div className={css.body}>{children}</div>
      {action && <div className={css.action}>{action}</div>}
    </section>
  )
}
