// Signs of abuse, worst first, with their evidence. A license can be opened, locked or given a new code from here; its
// current state is loaded first.
import { CERTAIN_RISK_SCORE, runtimeLogCalls, shownSerial } from '@sealwright/contract'
import type { LicenseFamily, RiskRow } from '@sealwright/contract'
import { Lock, RefreshCcwDot, ShieldCheck } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { NameLink } from '../../blocks/list/columns.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { Link } from '../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { askAct, askRekey, isRekeyable } from '../license/acts/index.ts'
import { FAMILIES } from '../license/index.ts'
import { useLicenseHref } from './license-href.ts'
import './runtime.css'

const DOUBTFUL = 40
const toneOf = (score: number): Tone => (score >= CERTAIN_RISK_SCORE ? 'bad' : score >= DOUBTFUL ? 'warn' : 'neutral')

const keyOf = ({ kind, licenseGuid, network }: RiskRow) => `${kind} ${licenseGuid ?? ''} ${network ?? ''}`

function LicenseActs({ family, guid, href }: { family: LicenseFamily; guid: string; href: string | undefined }) {
  const t = usePhrases()
  const session = useSession()
  const { calls, where, access } = FAMILIES[family]
  const lock = useAct(calls.get, { onDone: (license) => askAct(family, 'lock', [license]) })
  const rekey = useAct(calls.get, { onDone: (license) => askRekey(family, license) })
  const canSee = hasAccess(session, access.view)
  return (
    <>
      {canSee && isRekeyable(family) && hasAccess(session, access.update) && (
        <Button
          size="small"
          icon={RefreshCcwDot}
          isBusy={rekey.isActing}
          onPress={() => void rekey.act({ ...where, guid })}
        >
          {t('runtime.rekey.verb')}
        </Button>
      )}
      {canSee && hasAccess(session, access.lock) && (
        <Button size="small" icon={Lock} isBusy={lock.isActing} onPress={() => void lock.act({ ...where, guid })}>
          {t('license.acts.lock')}
        </Button>
      )}
      {href !== undefined && (
        <Link href={href} className={buttonClass({ size: 'small' })}>
          {t('runtime.seats.openLicense')}
        </Link>
      )}
    </>
  )
}

function Risk({ risk }: { risk: RiskRow }) {
  const t = usePhrases()
  const format = useFormat()
  const { kind, score, family, licenseGuid, serial, network, lastTime, evidence } = risk
  const href = useLicenseHref()(risk)
  return (
    <li className="risk">
      <span
        className={`risk-score tone-${toneOf(score)}`}
        role="img"
        aria-label={t('runtime.risks.score', { score })}
        data-tip={t('runtime.risks.score', { score })}
      >
        {format.number(score)}
      </span>
      <div className="risk-words">
        <h2>{t(`runtime.risks.kinds.${kind}`)}</h2>
        <p className="risk-about">
          {serial !== null && <NameLink name={family === null ? serial : shownSerial(family, serial)} href={href} />}
          {network !== null && <span>{t('runtime.risks.from', { network })}</span>}
          <span>{t('runtime.risks.last', { time: format.time(lastTime) })}</span>
        </p>
        <ul className="risk-evidence">
          {evidence.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      {family !== null && licenseGuid !== null && (
        <div className="risk-acts">
          <LicenseActs family={family} guid={licenseGuid} href={href} />
        </div>
      )}
    </li>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(runtimeLogCalls.risks, {})
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={4} />
    if (data.length === 0)
      return (
        <EmptyState
          icon={ShieldCheck}
          title={t('runtime.risks.emptyTitle')}
          sentence={t('runtime.risks.emptySentence')}
        />
      )
    return (
      <ul className="risks" aria-label={t('shell.runtime.risk')}>
        {data.map((risk) => (
          <Risk key={keyOf(risk)} risk={risk} />
        ))}
      </ul>
    )
  }
  return (
    <SettingsPage title={t('shell.runtime.risk')} sentence={t('runtime.risks.sentence')}>
      {content()}
    </SettingsPage>
  )
}
