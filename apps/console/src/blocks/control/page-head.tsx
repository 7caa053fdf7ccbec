// The head of a page: its title, a sentence about it, and its actions at the end of the line. Lists and details draw
// their own, because theirs also count, carry a mark or take the focus.
import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  sentence?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, sentence, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-head-words">
        {/* A page that replaces another step of itself can give it the focus. */}
        <h1 tabIndex={-1}>{title}</h1>
        {sentence && <p>{sentence}</p>}
      </div>
      {actions && <div className="page-head-actions">{actions}</div>}
    </header>
  )
}
