// The offline workbench: up to thirty files are read, told in words, and exchanged together as a task. More files wait
// for the next round. The files are only in this page until they are exchanged; the task is in the address.
import { LIMITS, toolCalls } from '@sealwright/contract'
import { ArrowLeftRight, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Notice, SettingsPage } from '../../../blocks/form/settings-page.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { ScreenLink, changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { randomId } from '../../../lib/random-id.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FileIntake } from '../intake/file-intake.tsx'
import { INTAKE_ENDINGS, takeFiles, takeText } from '../intake/take-files.ts'
import type { Taken, TakenFile } from '../intake/take-files.ts'
import '../offline.css'
import { useReadings } from './read-files.ts'
import { WorkbenchResult } from './workbench-result.tsx'
import { BenchRows } from './workbench-rows.tsx'

const PATH = '/tool/offline'
const { exchangeFiles: MOST, exchangeFileBytes } = LIMITS.license
/** More at once is a wrong folder. */
const DROPPED_MOST = 10 * MOST
const STEPS = ['request', 'hand', 'back'] as const

interface Held {
  id: string
  file: Taken
}

const isText = (file: Taken): file is TakenFile => 'text' in file

/** The files of the page. A file that is there already is not added again. */
function useHeldFiles() {
  const t = usePhrases()
  const [held, setHeld] = useState<readonly Held[]>([])
  const [isTaking, setIsTaking] = useState(false)
  const add = (taken: readonly Taken[]) => {
    // From the render: `add` runs only in answers to a person.
    const known = new Set(held.flatMap(({ file }) => (isText(file) ? [file.text] : [])))
    const fresh: Taken[] = []
    for (const file of taken) {
      if (isText(file) && known.has(file.text)) continue
      if (isText(file)) known.add(file.text)
      fresh.push(file)
    }
    if (fresh.length < taken.length) toast.warning(t('offline.workbench.twice', { count: taken.length - fresh.length }))
    setHeld((now) => [...now, ...fresh.map((file) => ({ id: randomId(), file }))])
  }
  return {
    held,
    isTaking,
    addFiles: async (files: readonly File[]) => {
      if (files.length > DROPPED_MOST) return toast.warning(t('offline.workbench.dropped', { max: DROPPED_MOST }))
      setIsTaking(true)
      try {
        add(await takeFiles(files))
      } finally {
        setIsTaking(false)
      }
    },
    addText: (text: string) => add(takeText(t('offline.intake.pastedName'), text)),
    remove: (ids: ReadonlySet<string>) => setHeld((now) => now.filter(({ id }) => !ids.has(id))),
  }
}

/** The first thirty readable files are this round. Unreadable ones stay beside them, the rest waits. */
function roundOf(held: readonly Held[]): { round: readonly Held[]; waiting: readonly Held[] } {
  let count = 0
  const isIn = ({ file }: Held) => !isText(file) || (count += 1) <= MOST
  const marked = held.map((one) => ({ one, isIn: isIn(one) }))
  return {
    round: marked.flatMap((row) => (row.isIn ? [row.one] : [])),
    waiting: marked.flatMap((row) => (row.isIn ? [] : [row.one])),
  }
}

function FirstSteps() {
  const t = usePhrases()
  return (
    <ol className="offline-steps" aria-label={t('offline.workbench.stepsLabel')}>
      {STEPS.map((step) => (
        <li key={step}>{t(`offline.workbench.steps.${step}`)}</li>
      ))}
    </ol>
  )
}

function TooMany({ waiting }: { waiting: readonly Held[] }) {
  const t = usePhrases()
  return (
    <Notice tone="warn" title={t('offline.workbench.tooMany', { max: MOST })}>
      <p>{t('offline.workbench.tooManySentence', { count: waiting.length })}</p>
      <ul className="offline-rest">
        {waiting.map(({ id, file }) => (
          <li key={id}>{file.name}</li>
        ))}
      </ul>
    </Notice>
  )
}

export function Screen() {
  const t = usePhrases()
  const { task } = useSearchOf(PATH)
  const { held, isTaking, addFiles, addText, remove } = useHeldFiles()
  const [sent, setSent] = useState<{ taskId: string; held: readonly Held[] }>()
  const list = useRef<HTMLDivElement>(null)
  const { round, waiting } = roundOf(held)
  const files = round.flatMap(({ file }) => (isText(file) ? [file] : []))
  const { data: readings, error, isFetching, isPlaceholderData, refetch } = useReadings(task === undefined ? files : [])
  const rows = round.map((one) => ({ ...one, read: isText(one.file) ? readings?.get(one.file.text) : undefined }))
  const allowed = rows.filter(({ read }) => read?.isAllowed)
  const refused = rows.length - allowed.length
  const exchange = useAct(toolCalls.exchange, {
    onDone: ({ taskId }) => {
      setSent({ taskId, held: allowed })
      changeSearch(PATH, { task: taskId }, {})
    },
  })
  const canSearch = useCanOpen('/tool/searchLicense')
  const isReading = isTaking || (isFetching && isPlaceholderData) || (files.length > 0 && !readings && !error)
  const more = () => {
    if (sent?.taskId === task) remove(new Set(sent?.held.map(({ id }) => id)))
    setSent(undefined)
    changeSearch(PATH, {})
  }
  const content = () => {
    if (task !== undefined) {
      const own = sent?.taskId === task ? sent.held : []
      return (
        <WorkbenchResult
          key={task}
          taskId={task}
          files={own.flatMap(({ file }) => (isText(file) ? [file] : []))}
          waiting={sent ? waiting.length : 0}
          onMore={more}
        />
      )
    }
    return (
      <>
        <FileIntake
          label={t('offline.workbench.drop')}
          help={t('offline.workbench.dropHelp', { max: MOST, bytes: exchangeFileBytes / 1024 })}
          accept={INTAKE_ENDINGS}
          isMultiple
          isBusy={isTaking}
          isCompact={held.length > 0}
          onFiles={(dropped) => void addFiles(dropped)}
          onText={addText}
        />
        {held.length === 0 ? (
          <FirstSteps />
        ) : (
          <>
            {waiting.length > 0 && <TooMany waiting={waiting} />}
            {error && <ErrorState error={error} onRetry={() => void refetch()} />}
            <div ref={list} className="offline-bar" tabIndex={-1}>
              <p role="status">
                {isReading
                  ? t('offline.workbench.reading', { count: rows.length })
                  : t('offline.workbench.counted', { count: rows.length, allowed: allowed.length, refused })}
              </p>
              <Button kind="quiet" isBusy={isFetching} onPress={() => void refetch()}>
                {t('offline.workbench.readAgain')}
              </Button>
              <Button kind="quiet" onPress={() => remove(new Set(held.map(({ id }) => id)))}>
                {t('offline.workbench.clear')}
              </Button>
              <Button
                kind="primary"
                icon={ArrowLeftRight}
                isBusy={exchange.isActing}
                disabled={allowed.length === 0 || isReading}
                onPress={() =>
                  void exchange.act({
                    files: allowed.flatMap(({ file }) => (isText(file) ? [{ name: file.name, text: file.text }] : [])),
                  })
                }
              >
                {t('offline.workbench.exchange', { count: allowed.length })}
              </Button>
            </div>
            <BenchRows
              rows={rows}
              isStale={isPlaceholderData}
              onRemove={(id) => {
                remove(new Set([id]))
                // The button with the focus is gone.
                list.current?.focus()
              }}
            />
          </>
        )}
      </>
    )
  }
  return (
    <SettingsPage
      title={t('offline.titles.workbench')}
      sentence={t('offline.workbench.sentence')}
      actions={
        canSearch && (
          <ScreenLink to="/tool/searchLicense" className={buttonClass()}>
            <Search size={15} aria-hidden />
            {t('offline.titles.searchLicense')}
          </ScreenLink>
        )
      }
    >
      <div className="offline-parts">{content()}</div>
    </SettingsPage>
  )
}
