// The rights of an administrator or a role: one line for each area, with its verbs.
import { ShieldOff } from 'lucide-react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { TagsCell } from '../../blocks/list/columns.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import './access.css'
import { AREAS, VERBS, rightOf } from './rights.ts'

interface RightsViewProps {
  rights: readonly string[]
  /** The rights that no role grants. They are marked. */
  direct?: readonly string[]
}

export function RightsView({ rights, direct = [] }: RightsViewProps) {
  const t = usePhrases()
  const say = useSentences()
  if (rights.length === 0) return <EmptyState icon={ShieldOff} title={t('access.rights.noRights')} />
  return (
    <>
      <dl className="rights-view">
        {AREAS.map((area) => {
          const verbs = VERBS.flatMap((verb) => {
            const name = rightOf(area, verb)
            return name && rights.includes(name) ? [{ verb, name }] : []
          })
          return verbs.length === 0 ? null : (
            <div key={area}>
              <dt>{t(`access.areas.${area}`)}</dt>
              <dd>
                <TagsCell>
                  {verbs.map(({ verb, name }) => (
                    <span
                      key={verb}
                      data-tip={
                        direct.includes(name)
                          ? `${say(`privileges.${name}`)} · ${t('access.rights.direct')}`
                          : say(`privileges.${name}`)
                      }
                    >
                      <StatusTag tone={direct.includes(name) ? 'brand' : 'neutral'}>
                        {t(`access.verbs.${verb}`)}
                      </StatusTag>
                    </span>
                  ))}
                </TagsCell>
              </dd>
            </div>
          )
        })}
      </dl>
      {direct.length > 0 && <p className="rights-notes">{t('access.rights.directNote')}</p>}
    </>
  )
}
