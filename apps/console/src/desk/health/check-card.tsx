// One check: its light, what is wrong and what to do, its values, and the way to the guide.
import { HEALTH_CHECKS, HEALTH_GUIDE, HEALTH_PROOFS, guideAnchor, healthDesk, healthUnit } from '@sealwright/contract'
import type {
  HealthCheckState,
  HealthFindingName,
  HealthLevel,
  HealthProof,
  HealthValueName,
} from '@sealwright/contract'
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { useAct } from '../../lib/call/client.ts'
import { guideHref } from '../../lib/place/guide.ts'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { amount } from './amount.ts'
import css from './health.module.css'

const TONES: Readonly<Record<HealthLevel, Tone>> = {
  green: 'ok',
  yellow: 'warn',
  red: 'bad',
  unknown: 'neutral',
}
export const ICONS: Readonly<Record<HealthLevel, LucideIcon>> = {
  green: CircleCheck,
  yellow: CircleAlert,
  red: CircleX,
  unknown: CircleHelp,
}
/** Checks with a time of their last result, and the value that counts since then, or since a new center's start. */
const TIMED = {
  log: 'log.verifiedSeconds',
  ledger: 'ledger.verifiedSeconds',
  backup: 'backup.ageSeconds',
  drill: 'drill.ageSeconds',
} as const satisfies Partial<Record<HealthCheckState['name'], HealthValueName>>
type Timed = keyof typeof TIMED
const isTimed = (name: string): name is Timed => Object.hasOwn(TIMED, name)
const isProof = (name: string): name is HealthProof => (HEALTH_PROOFS as readonly string[]).includes(name)

/** The value that a finding judges. */
function judged(name: HealthFindingName): HealthValueName {
  const [check, finding] = name.split('.') as [keyof typeof HEALTH_CHECKS, string] // the form of the name
  const findings: Readonly<Record<string, { of: string }>> = HEALTH_CHECKS[check].findings
  return `${check}.${findings[finding]?.of ?? ''}` as HealthValueName // a value of the same check
}

function VerifyNow({ what, isVerifying }: { what: HealthProof; isVerifying: boolean }) {
  const t = usePhrases()
  const { act, isActing } = useAct(healthDesk.verify, { onDone: () => toast.success(t('health.verifyStarted')) })
  const isBusy = isVerifying || isActing
  return (
    <Button isBusy={isBusy} onPress={() => void act({ what })}>
      {t(isBusy ? 'health.verifying' : 'health.verify')}
    </Button>
  )
}

export function CheckCard({ check }: { check: HealthCheckState }) {
  const t = usePhrases()
  const format = useFormat()
  const locale = useLanguage(({ locale: shown }) => shown)
  const { name, level, findings, values, details, lastTime } = check
  const Icon = ICONS[level]
  const title = t(`health.checks.${name}.title`)
  const told = (value: HealthValueName, number: number) =>
    healthUnit(value) === 'flag'
      ? t(number === 0 ? 'health.flags.no' : 'health.flags.yes')
      : amount(value, number, locale, format)
  // Nothing is counted since a result that never came.
  const uncounted = isTimed(name) && lastTime === null ? TIMED[name] : undefined
  const shown = values.map((one) => ({
    label: t(`health.values.${one.name}`),
    value: one.value === null || one.name === uncounted ? null : told(one.name, one.value),
  }))
  const last = isTimed(name)
    ? [{ label: t(`health.last.${name}`), value: lastTime === null ? t('health.never') : format.time(lastTime) }]
    : []
  return (
    <section className={css.card} data-level={level} aria-labelledby={`health-${name}`}>
      <header>
        <Icon className={css.light} size={20} aria-hidden />
        <div className={css.words}>
          <h2 id={`health-${name}`}>{title}</h2>
          <p>{t(`health.checks.${name}.measures`)}</p>
        </div>
        <StatusTag tone={TONES[level]}>{t(`health.levels.${level}`)}</StatusTag>
      </header>
      {check.needsDatabase && <p className={css.finding}>{t('health.needsDatabase')}</p>}
      {findings.map((finding) => (
        <p key={finding.name} className={css.finding} data-level={finding.level}>
          {t(`health.findings.${finding.name}`, { value: told(judged(finding.name), finding.value) })}
        </p>
      ))}
      <FactList facts={[...last, ...shown]} />
      {details.length > 0 && (
        <details className={css.details}>
          <summary>{t('health.details')}</summary>
          <ul>
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <footer>
        <a href={`${guideHref(locale, HEALTH_GUIDE)}#${guideAnchor(title)}`} target="_blank" rel="noreferrer">
          {t('health.toGuide')}
        </a>
        {isProof(name) && !check.needsDatabase && (
          <Can call={healthDesk.verify}>
            <VerifyNow what={name} isVerifying={check.isVerifying} />
          </Can>
        )}
      </footer>
    </section>
  )
}
