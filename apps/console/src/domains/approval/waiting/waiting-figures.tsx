// The card of the dashboard with the requests that wait for the person. Hidden if none wait.
import { LICENSE_FAMILIES, auditCalls, auditPath } from '@sealwright/contract'
import { useId } from 'react'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

interface WaitingFiguresProps {
  className: string | undefined
  headClassName: string | undefined
}

export function WaitingFigures({ className, headClassName }: WaitingFiguresProps) {
  const t = usePhrases()
  const format = useFormat()
  const id = useId()
  const { data } = useAnswer(auditCalls.count, {})
  const waiting = LICENSE_FAMILIES.flatMap((family) => {
    const count = data?.[family] ?? 0
    return count > 0 ? [{ family, count }] : []
  })
  const count = waiting.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  return (
    <section className={className} aria-labelledby={id}>
      <header className={headClassName}>
        <h2 id={id}>{t('audit.waiting', { count })}</h2>
      </header>
      <dl>
        {waiting.map((one) => (
          <div key={one.family}>
            <dt>
              <ScreenLink to={auditPath(one.family)}>{t(`audit.titles.${one.family}`)}</ScreenLink>
            </dt>
            <dd>{format.number(one.count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
