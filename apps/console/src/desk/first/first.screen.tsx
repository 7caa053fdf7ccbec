// The first screen: what waits for a decision, each with the way to the screen where it is made. Above it, in an empty
// center, the first steps.
import { CircleCheck } from 'lucide-react'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { entriesOf } from '../frame/entries.ts'
import { useOperator } from '../session.ts'
import { Beginning } from './beginning.tsx'
import css from './first.module.css'

export function Screen() {
  const t = usePhrases()
  const operator = useOperator()
  const lines = entriesOf(operator).flatMap(({ path, entry: { waiting, icon } }) => {
    const count = waiting && operator.waiting[waiting]
    return waiting && count ? [{ path, waiting, count, icon }] : []
  })
  return (
    <div className={css.page}>
      <PageHead
        title={t('desk.first.hello', { name: operator.name })}
        sentence={lines.length > 0 && t('desk.first.sentence')}
      />
      <Beginning />
      {lines.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('desk.first.nothing')} sentence={t('desk.first.nothingSentence')} />
      ) : (
        <ul className={css.lines}>
          {lines.map(({ path, waiting, count, icon: Icon }) => (
            <li key={waiting}>
              <Link href={path}>
                <Icon size={18} aria-hidden />
                <span>{t(`desk.first.${waiting}`, { count })}</span>
                <strong>{t('desk.first.open')}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
