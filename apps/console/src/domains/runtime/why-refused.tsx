// Explains a refusal: the message that the program got, a possible fix, and the outcome of each rule at that time, the
// failed rule first.
import { runtimeLogCalls } from '@sealwright/contract'
import type { AnswerOf, RuntimeLogRow } from '@sealwright/contract'
import { CircleHelp } from 'lucide-react'
import { useCallback } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import type { Fact } from '../../blocks/detail/fact-list.tsx'
import { Notice, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { RuleTrace } from '../license/rules/index.ts'
import { useLicenseHref } from './license-href.ts'
import { codeOf } from './log.columns.tsx'
import './runtime.css'

type Explained = AnswerOf<typeof runtimeLogCalls.why>

function Explanation({ why: { row, fix, said, waitsAt, rules } }: { why: Explained }) {
  const t = usePhrases()
  const format = useFormat()
  const href = useLicenseHref()(row)
  const facts: Fact[] = [
    { label: t('runtime.log.time'), value: <TimeCell at={row.at} /> },
    { label: t('runtime.log.act'), value: t(`runtime.acts.${row.act}`) },
    { label: t('runtime.why.times'), value: format.number(row.times) },
    { label: t('runtime.log.license'), value: codeOf(row) },
    { label: t('runtime.log.account'), value: row.account },
    { label: t('runtime.log.network'), value: row.network },
    { label: t('runtime.fields.machine'), value: row.machineName },
    { label: t('runtime.fields.fingerprint'), value: row.fingerprint, isWide: true },
  ]
  return (
    <>
      <Notice
        tone="bad"
        title={row.message}
        action={
          href !== undefined && (
            <Link href={href} className={buttonClass({ size: 'small' })}>
              {t('runtime.why.openLicense')}
            </Link>
          )
        }
      >
        {said !== null && <p>{t('license.detail.history.reason', { reason: said })}</p>}
        {waitsAt !== null && <p>{waitsAt}</p>}
        {fix !== null && (
          <>
            <strong className="runtime-fix">{t('runtime.why.fix')}</strong> {fix}
          </>
        )}
      </Notice>
      <section className="runtime-why-part">
        <h3>{t('runtime.why.rules')}</h3>
        {rules.length === 0 ? (
          <p className="runtime-quiet">{t('runtime.why.noRules')}</p>
        ) : (
          <RuleTrace rules={rules} isPending={false} />
        )}
      </section>
      <FactList facts={facts.filter(({ value }) => value !== null)} />
    </>
  )
}

function WhyPanel({ guid }: { guid: string }) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(runtimeLogCalls.why, { guid })
  return (
    <SidePanel title={t('runtime.why.title')}>
      <div className="runtime-why">
        {data ? (
          <Explanation why={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SettingsSkeleton rows={5} />
        )}
      </div>
    </SidePanel>
  )
}

/** The row action that explains a refusal. */
export function useWhy(): (row: RuntimeLogRow) => RowAction[] {
  const t = usePhrases()
  return useCallback(
    (row) => {
      if (row.reason === null) return []
      const ask = () => void openSidePanel(<WhyPanel guid={row.guid} />)
      return [{ key: 'why', label: t('runtime.why.verb'), icon: CircleHelp, isShown: true, onSelect: ask }]
    },
    [t],
  )
}
