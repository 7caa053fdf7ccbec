// The rules of an issue, an update or a use, each with its outcome. Failed rules come first, then the others in the
// order of the check. A rule is `unasked` if it depends on an earlier answer that is missing. The server writes the
// texts.
import type { IssuePreview } from '@sealwright/contract'
import { Check, Minus, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './rule-trace.css'

type Rule = Pick<IssuePreview['rules'][number], 'outcome' | 'message'> & { rule: string }

const ICONS: Record<Rule['outcome'], LucideIcon> = { pass: Check, fail: X, unasked: Minus }

interface RuleTraceProps {
  rules: readonly Rule[]
  /** A new check is running; the shown outcomes may be outdated. */
  isPending: boolean
}

export function RuleTrace({ rules, isPending }: RuleTraceProps) {
  const t = usePhrases()
  const isInTheWay = ({ outcome }: Rule) => Number(outcome === 'fail')
  return (
    <ol className="rule-trace" aria-label={t('license.detail.rules.title')} aria-busy={isPending || undefined}>
      {rules
        .toSorted((a, b) => isInTheWay(b) - isInTheWay(a))
        .map(({ rule, outcome, message }) => {
          const Icon = ICONS[outcome]
          return (
            <li key={rule} className={`rule rule-${outcome}`}>
              <span className="rule-mark">
                <Icon size={13} role="img" aria-label={t(`license.detail.rules.outcomes.${outcome}`)} />
              </span>
              <span className="rule-words">{message}</span>
            </li>
          )
        })}
    </ol>
  )
}
