// How developers are shown in lists and on their page: state and signs of risk.
import { RISK_LIMITS } from '@sealwright/contract'
import type { DeskDeveloperRow, DeskDeveloperState } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { TagsCell } from '../../blocks/list/columns.tsx'
import { pathTo } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

const TONES: Record<DeskDeveloperState, Tone> = { trial: 'brand', formal: 'ok', suspended: 'bad', overdue: 'warn' }

export const developerHref = (id: string) => pathTo('/platform/developers/view', { id })

export function DeveloperState({ state }: { state: DeskDeveloperState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`tenant.states.${state}`)}</StatusTag>
}

export function Risks({ risks }: Pick<DeskDeveloperRow, 'risks'>) {
  const t = usePhrases()
  if (risks.length === 0)
    return (
      <span className="nothing" data-tip={t('tenant.list.riskTip', RISK_LIMITS)}>
        {t('tenant.list.noRisk')}
      </span>
    )
  return (
    <TagsCell>
      {risks.map(({ kind, count }) => (
        <span key={kind} data-tip={t(`tenant.riskTips.${kind}`, { count, days: RISK_LIMITS.days })}>
          <StatusTag tone="warn">{t(`tenant.risks.${kind}`)}</StatusTag>
        </span>
      ))}
    </TagsCell>
  )
}
