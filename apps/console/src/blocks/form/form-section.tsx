// A section of a form with its own heading.
import { useId } from 'react'
import type { ReactNode } from 'react'
import './form.css'

interface FormSectionProps {
  title: string
  sentence?: string
  children: ReactNode
}

export function FormSection({ title, sentence, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className="form-section" aria-labelledby={id}>
      <div className="form-section-head">
        <h2 id={id}>{title}</h2>
        {sentence && <p>{sentence}</p>}
      </div>
      <div className="form-section-body">{children}</div>
    </section>
  )
}
