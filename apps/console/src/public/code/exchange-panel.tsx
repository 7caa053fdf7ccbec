// Exchanges the request file of a device without a network. A file can be chosen, dropped or pasted, or come as a
// picture of its QR code. The answer downloads at once and stays on the page.
import type { AnswerOf, codePageCalls } from '@sealwright/contract'
import { LIMITS } from '@sealwright/contract'
import { Camera, CircleCheck, ClipboardPaste, Download, FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { textHandlers } from '../../blocks/control/typed-text.ts'
import { useFileDrop } from '../../blocks/form/file-drop.ts'
import { INTAKE_ENDINGS, takeFile, takeText } from '../../domains/offline/intake/take-files.ts'
import type { IntakeFault, Taken } from '../../domains/offline/intake/take-files.ts'
import { useConnection } from '../../lib/call/connection.ts'
import { saveAs } from '../../lib/save-as.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { timeWords } from '../page/visitor-time.ts'
import { CALLS, useCodeAct } from './code-client.ts'
import type { CodeVisit } from './use-code-visit.ts'
import css from './code.module.css'

type Exchanged = AnswerOf<typeof codePageCalls.exchange>

const FAULTS: Partial<Record<IntakeFault, 'empty' | 'noCode' | 'noPicture' | 'tooLarge' | 'notLoaded'>> = {
  noCode: 'noCode',
  noPicture: 'noPicture',
  notLoaded: 'notLoaded',
  tooLarge: 'tooLarge',
  zipTooLarge: 'tooLarge',
}

/** The one file among these, or why there is none. */
function only(t: Translate, taken: readonly Taken[], given: string): { name: string; text: string } | string {
  const [first, ...others] = taken
  if (others.length > 0) return t('codePage.offline.faults.several', { name: given, count: others.length + 1 })
  if (first === undefined) return t('codePage.offline.faults.empty', { name: given })
  return 'fault' in first ? t(`codePage.offline.faults.${FAULTS[first.fault] ?? 'empty'}`, { name: given }) : first
}

const save = ({ text, name }: Exchanged) => saveAs(new Blob([text], { type: 'text/plain' }), name)

function Done({ done, onAnother }: { done: Exchanged; onAnother: () => void }) {
  const t = usePhrases()
  const { kind, machineName: machine, name, validUntil, isRepeated } = done
  return (
    <div className={css.done} role="status">
      <p className={css.doneTitle}>
        <CircleCheck size={18} aria-hidden />
        {t(`codePage.offline.done.${kind}`, { machine })}
      </p>
      {isRepeated && <p>{t('codePage.offline.repeated')}</p>}
      <p>
        {t(kind === 'unbind' ? 'codePage.offline.nextUnbind' : 'codePage.offline.next', { name })}{' '}
        {kind !== 'unbind' &&
          validUntil !== null &&
          t('codePage.offline.validUntil', { time: timeWords(t, validUntil) })}
      </p>
      <div className={css.buttons}>
        <button type="button" className="sw-button sw-button-primary" onClick={() => save(done)}>
          <Download size={16} aria-hidden />
          {t('codePage.offline.again')}
        </button>
        <button type="button" className="sw-button" onClick={onAnother}>
          {t('codePage.offline.another')}
        </button>
      </div>
    </div>
  )
}

interface ExchangePanelProps {
  visit: CodeVisit
  /** Otherwise only devices that are bound already can exchange files. */
  canBind: boolean
}

export function ExchangePanel({ visit: { visit, refresh, showRefusal }, canBind }: ExchangePanelProps) {
  const t = usePhrases()
  const id = useId()
  const [pasted, setPasted] = useState('')
  const [isPasting, setPasting] = useState(false)
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()
  const [done, setDone] = useState<Exchanged>()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isLost = useConnection((state) => state.isLost)
  const { act, isActing, refusal, reset } = useCodeAct(CALLS.exchange, showRefusal)
  const isBusy = isReading || isActing

  const exchange = async (taken: readonly Taken[], given: string) => {
    const file = only(t, taken, given)
    if (typeof file === 'string') return setFault(file)
    const answer = visit === undefined ? undefined : await act({ visit, ...file })
    if (!answer) return
    setDone(answer)
    setPasted('')
    setPasting(false)
    save(answer)
    await refresh()
  }
  const take = async (files: readonly File[]) => {
    const [file] = files
    if (!file || isBusy) return
    setFault(undefined)
    reset()
    if (files.length > 1)
      return setFault(t('codePage.offline.faults.several', { name: file.name, count: files.length }))
    setReading(true)
    const taken = await takeFile(file)
    setReading(false)
    await exchange(taken, file.name)
  }
  const submitPasted = async () => {
    if (isBusy) return
    setFault(undefined)
    reset()
    if (pasted.trim() === '') return setFault(t('codePage.offline.pasteEmpty'))
    await exchange(takeText('pasted.c2d', pasted), t('codePage.offline.pasteLabel'))
  }
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Choosing the same file again must be a change.
    event.target.value = ''
    void take(files)
  }
  const drop = useFileDrop((files) => void take(files))
  const trouble = fault ?? refusal?.message ?? (isLost && !isBusy ? t('identity.login.unreachable') : undefined)

  return (
    <section className={css.panel}>
      <h2>{t('codePage.offline.title')}</h2>
      <p className={css.quiet}>{t(canBind ? 'codePage.offline.sentence' : 'codePage.offline.closed')}</p>
      <ol className={css.steps}>
        <li>{t('codePage.offline.steps.request')}</li>
        <li>{t('codePage.offline.steps.exchange')}</li>
        <li>{t('codePage.offline.steps.import')}</li>
      </ol>
      {done ? (
        <Done done={done} onAnother={() => setDone(undefined)} />
      ) : (
        <>
          <div className={css.drop} {...drop} aria-busy={isBusy}>
            <input ref={chooser} type="file" hidden accept={INTAKE_ENDINGS} onChange={onChoose} />
            <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={onChoose} />
            <button
              type="button"
              className="sw-button sw-button-primary"
              aria-busy={isBusy}
              onClick={() => chooser.current?.click()}
            >
              <FileUp size={16} aria-hidden />
              {isReading
                ? t('codePage.offline.reading')
                : isActing
                  ? t('codePage.offline.exchanging')
                  : t('codePage.offline.drop')}
            </button>
            <small>{t('codePage.offline.dropHint')}</small>
          </div>
          <div className={css.buttons}>
            <button type="button" className={`sw-button ${css.camera ?? ''}`} onClick={() => camera.current?.click()}>
              <Camera size={16} aria-hidden />
              {t('codePage.offline.photo')}
            </button>
            <button
              type="button"
              className="sw-button"
              aria-expanded={isPasting}
              aria-controls={`${id}-paste`}
              onClick={() => setPasting(!isPasting)}
            >
              <ClipboardPaste size={16} aria-hidden />
              {t('codePage.offline.paste')}
            </button>
          </div>
          <div id={`${id}-paste`} className={css.paste} hidden={!isPasting}>
            <label htmlFor={`${id}-text`}>{t('codePage.offline.pasteLabel')}</label>
            <textarea
              id={`${id}-text`}
              rows={5}
              spellCheck={false}
              maxLength={LIMITS.license.exchangeTextMax}
              placeholder={t('codePage.offline.pastePlaceholder')}
              value={pasted}
              {...textHandlers(setPasted)}
            />
            <button
              type="button"
              className="sw-button sw-button-primary"
              aria-busy={isBusy}
              onClick={() => void submitPasted()}
            >
              {t(isActing ? 'codePage.offline.exchanging' : 'codePage.offline.submit')}
            </button>
          </div>
          {trouble !== undefined && (
            <p className={css.tip} data-tone="bad" role="alert">
              <span>{trouble}</span>
            </p>
          )}
        </>
      )}
    </section>
  )
}
