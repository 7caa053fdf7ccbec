// The input of a choice of locks: a way, and what the way needs. A file is read by the server as soon as it is chosen.
import { LIMITS, userLockCalls } from '@sealwright/contract'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { TextArea } from '../../../blocks/control/text-input.tsx'
import { FileField } from '../../../blocks/form/file-field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useCountText } from '../../../blocks/list/paging/list-count.ts'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './choose.css'
import { filterOf } from './handed-locks.ts'
import type { HandedLocks } from './handed-locks.ts'
import { countOf, waysOf } from './lock-choice.ts'
import type { LockChoice } from './lock-choice.ts'

const { batchLocks, importEndings } = LIMITS.dongle

interface FileDraft {
  file: File | null
}

const NO_FILE: FileDraft = { file: null }
const FILE_FIELDS = { file: userLockCalls.readFile.payload.shape.file }
const spellFile = (draft: FileDraft) => ({ ...draft })

type OnRead = (read: LockChoice['read']) => void

/** Reads the chosen file. What is wrong with it shows at the field. */
function NumbersOfFile({ read, max, onRead }: { read: LockChoice['read']; max: number; onRead: OnRead }) {
  const t = usePhrases()
  const form = useForm({ domain: 'userLock', fields: FILE_FIELDS, initial: NO_FILE, spell: spellFile })
  const reading = useAct(userLockCalls.readFile, { showsRefusal: true })
  const take = async (file: File | null) => {
    form.set('file', file)
    form.refuse(undefined)
    onRead(null)
    if (!file) return
    const answer = await reading.act({ file })
    if (answer) onRead({ name: file.name, shellNumbers: answer.shellNumbers })
  }
  const watched: Form<FileDraft> = {
    ...form,
    set: (_name, value) => void take(typeof value === 'function' ? value(form.values.file) : value),
    errorAt: (path) => form.errorAt(path) ?? (form.values.file ? reading.refusal?.message : undefined),
  }
  return (
    <>
      <FileField
        form={watched}
        endings={importEndings}
        help={t('userLock.choose.fileHelp', { endings: importEndings.join(' / '), max })}
      />
      {read && (
        <p className="field-note" role="status">
          {t('userLock.choose.read', { file: read.name, count: read.shellNumbers.length })}
        </p>
      )}
    </>
  )
}

function Matching({ handed: { search } }: { handed: HandedLocks }) {
  const t = usePhrases()
  const countText = useCountText()
  const filter = filterOf(search)
  const { data } = useAnswer(userLockCalls.find, { ...filter, currentPage: 1, pageSize: LIMITS.page.tableSizes[0] })
  if (!data) return <p aria-busy>{t('blocks.states.loading')}</p>
  const count = countText(data.records, data.recordsCapped)
  return (
    <p>{t(Object.keys(filter).length === 0 ? 'userLock.choose.everything' : 'userLock.choose.filter', { count })}</p>
  )
}

function PastedNumbers({
  text,
  max,
  count,
  onText,
}: {
  text: string
  max: number
  count: number
  onText: (text: string) => void
}) {
  const t = usePhrases()
  const id = useId()
  return (
    <div className="field">
      <TextArea
        rows={6}
        aria-label={t('userLock.choose.ways.numbers')}
        aria-describedby={id}
        value={text}
        onText={onText}
        spellCheck={false}
        className="lock-numbers"
      />
      <div className="field-foot">
        <p id={id} className="field-note">
          {t('userLock.choose.numbersHelp', { max })}
        </p>
        <span className="field-counter" role="status">
          {count > 0 && t('userLock.choose.counted', { count })}
        </span>
      </div>
    </div>
  )
}

interface LockChoiceFieldProps {
  choice: LockChoice
  handed: HandedLocks | undefined
  /** A part of the choice changed. The other parts may have changed since the last drawing. */
  onChange: (change: Partial<LockChoice>) => void
  max?: number
  /** A list to pick from, for screens that have one. */
  picker?: ReactNode
  /** Above the number of locks that match, to change the filter. */
  filters?: ReactNode
  /** What is wrong with the choice. */
  error?: string | undefined
}

export function LockChoiceField({
  choice,
  handed,
  onChange,
  max = batchLocks,
  picker,
  filters,
  error,
}: LockChoiceFieldProps) {
  const t = usePhrases()
  const ways = waysOf(handed, picker !== undefined)
  const count = countOf(choice, handed)
  const problem = count !== undefined && count > max ? t('userLock.choose.tooMany', { max }) : error
  const content = () => {
    if (choice.way === 'chosen') return <p>{t('userLock.choose.chosen', { count: handed?.guids.length ?? 0 })}</p>
    if (choice.way === 'pick') return picker
    if (choice.way === 'filter')
      return (
        handed && (
          <>
            {filters}
            <Matching handed={handed} />
          </>
        )
      )
    if (choice.way === 'file')
      return <NumbersOfFile read={choice.read} max={max} onRead={(read) => onChange({ read })} />
    return <PastedNumbers text={choice.text} max={max} count={count ?? 0} onText={(text) => onChange({ text })} />
  }
  return (
    <div className="lock-choice">
      <Segmented
        label={t('userLock.choose.way')}
        value={choice.way}
        options={ways.map((value) => ({ value, label: t(`userLock.choose.ways.${value}`) }))}
        onSelect={(way) => onChange({ way })}
      />
      {content()}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
