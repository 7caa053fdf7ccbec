// The health of the center at a glance: the worst checks first, refreshed by itself. The call also answers while
// PostgreSQL is down. If the process itself does not answer, the last state stays and says how old it is.
import { HEALTH_TIMES, healthDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { askAhead, useAnswer } from '../../lib/call/client.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { CheckCard, ICONS } from './check-card.tsx'
import css from './health.module.css'

type Answer = AnswerOf<typeof healthDesk.get>
type Process = Answer['processes'][number]
const NOTHING = {}
const PROCESS_TONES = { running: 'ok', stopped: 'neutral', gone: 'warn' } as const

export const first = () => void askAhead(healthDesk.get, NOTHING)

function Processes({ processes }: { processes: readonly Process[] }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <section className={css.processes} aria-labelledby="health-running">
      <h2 id="health-running">{t('health.processes.title')}</h2>
      {processes.length === 0 ? (
        <p className="nothing">{t('health.processes.none')}</p>
      ) : (
        <div className={css.scroll} tabIndex={0} role="region" aria-labelledby="health-running">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('health.processes.id')}</th>
                <th scope="col">{t('health.processes.version')}</th>
                <th scope="col">{t('health.processes.state')}</th>
                <th scope="col">{t('health.processes.start')}</th>
                <th scope="col">{t('health.processes.last')}</th>
              </tr>
            </thead>
            <tbody>
              {processes.map(({ id, version, state, isThis, startTime, lastTime }) => (
                <tr key={id}>
                  <th scope="row">
                    <code>{id.slice(0, 8)}</code>{' '}
                    {isThis && <span className="nothing">{t('health.processes.this')}</span>}
                  </th>
                  <td>{version}</td>
                  <td>
                    <StatusTag tone={PROCESS_TONES[state]}>{t(`health.processes.states.${state}`)}</StatusTag>
                  </td>
                  <td>{format.time(startTime)}</td>
                  <td>{format.time(lastTime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Overall({ answer: { level, checks } }: { answer: Answer }) {
  const t = usePhrases()
  const Icon = ICONS[level]
  return (
    <p className={css.overall} data-level={level} role="status">
      <Icon size={24} aria-hidden />
      {t(`health.overall.${level}`, { count: checks.filter((check) => check.level === level).length })}
    </p>
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { data, error, refetch } = useAnswer(healthDesk.get, NOTHING, { pollMs: HEALTH_TIMES.refreshSeconds * 1000 })
  return (
    <div className={css.page}>
      <PageHead
        title={t('health.titles.page')}
        sentence={t('health.sentence', { seconds: HEALTH_TIMES.refreshSeconds })}
      />
      {data ? (
        <>
          {error && <Notice tone="bad">{t('health.stale', { time: format.time(data.time) })}</Notice>}
          <Overall answer={data} />
          <p className={css.updated}>
            {t('health.updated', { time: format.timeAs(data.time, 'yyyy-MM-dd HH:mm:ss') })}
          </p>
          <div className={css.cards}>
            {data.checks.map((check) => (
              <CheckCard key={check.name} check={check} />
            ))}
          </div>
          <Processes processes={data.processes} />
        </>
      ) : (
        <LoadingOrError error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
