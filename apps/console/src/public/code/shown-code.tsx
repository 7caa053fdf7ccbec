// What a customer sees of a code: its product, term, devices, and how many seats are lent.
import type { ShownCode } from '@sealwright/contract'
import { ChevronRight, Info, Laptop, MonitorOff, WifiOff } from 'lucide-react'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { dateWords, timeWords } from '../page/visitor-time.ts'
import { CALLS, useCodeAct } from './code-client.ts'
import { CODE_TONES, codeStateOf, termOf } from './code-state.ts'
import type { CodeState } from './code-state.ts'
import type { CodeVisit } from './use-code-visit.ts'
import page from '../page/page.module.css'
import css from './code.module.css'

/** Code, product and state as a card. Also above the desk of a lending administrator. */
export function CodeCard({ code, now }: { code: ShownCode; now: number }) {
  const t = usePhrases()
  const state = codeStateOf(code, now)
  const { bound, machineLimit: limit } = code
  return (
    <section className={page.license} aria-label={t('codePage.code.label')}>
      <div className={page.licenseProduct}>
        <p className={css.cardTop}>
          <span className={css.masked}>{code.maskedCode}</span>
          <span className={css.state} data-tone={CODE_TONES[state]}>
            {t(`codePage.states.${state}`)}
          </span>
        </p>
        {/* The form with the focus is gone. */}
        <h1 ref={takeLostFocus} tabIndex={-1} className={css.product}>
          {code.productName}
        </h1>
        {code.otherProductNames.length > 0 && (
          <p className={css.others}>
            {t('codePage.code.with', { products: code.otherProductNames.join(t('blocks.list.comma')) })}
          </p>
        )}
      </div>
      <dl>
        <div>
          <dt>{t('codePage.code.term')}</dt>
          <dd>{termOf(t, code, now)}</dd>
        </div>
        {code.usesLeft !== null && (
          <div>
            <dt>{t('codePage.code.uses')}</dt>
            <dd>{t('codePage.code.usesLeft', { count: code.usesLeft })}</dd>
          </div>
        )}
        <div>
          <dt>{t('codePage.code.devices')}</dt>
          <dd>{limit === null ? t('codePage.code.bound', { bound }) : t('codePage.code.boundOf', { bound, limit })}</dd>
        </div>
      </dl>
    </section>
  )
}

function useNote(code: ShownCode, state: CodeState): string | undefined {
  const t = usePhrases()
  const { developerName: developer, startTime } = code
  switch (state) {
    case 'inForce':
      return undefined
    case 'notStarted':
      return t('codePage.stateNotes.notStarted', { start: startTime === null ? '' : timeWords(t, startTime) })
    default:
      return t(`codePage.stateNotes.${state}`, { developer })
  }
}

/** Says why the code cannot be used, and what to do. */
export function StateNote({ code, now }: { code: ShownCode; now: number }) {
  const state = codeStateOf(code, now)
  const note = useNote(code, state)
  if (note === undefined) return null
  return (
    <p className={css.tip} data-tone={CODE_TONES[state]} role="status">
      <Info size={16} aria-hidden />
      <span>{note}</span>
    </p>
  )
}

interface DevicesProps {
  code: ShownCode
  visit: CodeVisit
}

type Machine = ShownCode['machines'][number]

export function Devices({ code, visit: { visit, refresh, showRefusal } }: DevicesProps) {
  const t = usePhrases()
  const { machines, bound, canUnbind, developerName: developer } = code
  const { act } = useCodeAct(CALLS.unbind, (refusal) => {
    if (showRefusal(refusal)) return true
    toast.warning(refusal.message)
    // Somebody else may have unbound it.
    void refresh()
    return true
  })
  const ask = (machine: Machine) =>
    confirm({
      title: t('codePage.devices.confirmTitle', { name: machine.name }),
      body: (
        <>
          <p>{t('codePage.devices.confirmBody')}</p>
          {machine.isOffline && <p className={css.warning}>{t('codePage.devices.confirmOffline')}</p>}
        </>
      ),
      confirmText: t('codePage.devices.unbind'),
      tone: 'danger',
      onConfirm: async () => {
        if (visit === undefined || !(await act({ visit, machineGuid: machine.guid }))) return
        toast.success(t('codePage.devices.done'))
        await refresh()
      },
    })
  return (
    <section className={css.panel}>
      <h2>{t('codePage.devices.title')}</h2>
      {machines.length === 0 ? (
        <p className={css.none}>
          <MonitorOff size={18} aria-hidden />
          <span>
            <strong>{t('codePage.devices.none')}</strong>
            <small>{t('codePage.devices.noneSentence')}</small>
          </span>
        </p>
      ) : (
        <>
          <p className={css.quiet}>{t('codePage.devices.sentence')}</p>
          <ul className={css.rows} aria-label={t('codePage.devices.title')}>
            {machines.map((machine) => (
              <li key={machine.guid}>
                <Laptop size={18} aria-hidden />
                <span className={css.rowWords}>
                  <strong>{machine.name}</strong>
                  <small>
                    {t('codePage.devices.since', { date: dateWords(t, machine.bindTime) })}
                    {machine.isOffline && (
                      <span className={css.mark}>
                        <WifiOff size={12} aria-hidden />
                        {t('codePage.devices.offline')}
                      </span>
                    )}
                  </small>
                </span>
                {canUnbind && (
                  <button
                    type="button"
                    className="sw-button"
                    aria-label={t('codePage.devices.unbindOf', { name: machine.name })}
                    onClick={() => void ask(machine)}
                  >
                    {t('codePage.devices.unbind')}
                  </button>
                )}
              </li>
            ))}
          </ul>
          {bound > machines.length && (
            <p className={css.quiet}>{t('codePage.devices.more', { shown: machines.length, bound })}</p>
          )}
          {!canUnbind && <p className={css.quiet}>{t('codePage.devices.closed', { developer })}</p>}
        </>
      )}
    </section>
  )
}

export function Lending({ code: { seats, lent } }: { code: ShownCode }) {
  const t = usePhrases()
  return (
    <section className={`${css.panel} ${css.later}`}>
      <h2>{t('codePage.lending.title')}</h2>
      <p className={css.quiet}>{t('codePage.lending.sentence')}</p>
      <p className={css.figure}>
        {seats === null ? t('codePage.lending.lent', { lent }) : t('codePage.lending.lentOf', { seats, lent })}
      </p>
      {seats !== null && seats > 0 && (
        <span className={css.bar} aria-hidden>
          <i style={{ width: `${Math.min(100, (100 * lent) / seats)}%` }} />
        </span>
      )}
      <a className={css.onward} href="#manage">
        {t('codePage.lending.manage')}
        <ChevronRight size={16} aria-hidden />
      </a>
    </section>
  )
}
