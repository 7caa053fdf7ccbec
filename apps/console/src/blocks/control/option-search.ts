// The search among options: which ones match the typed text, and which one is marked. The owner may search elsewhere:
// it gets the typed text after a pause.
import { LIMITS } from '@sealwright/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { TYPING_PAUSE_MS } from './typed-text.ts'

export interface Option {
  value: string
  label: string
  /** A secondary text beside the label. The search includes it. */
  note?: string
}

export interface Options {
  options: readonly Option[]
  /** The options are not loaded yet, or are about to be replaced. */
  isLoading?: boolean
  /** Requests the first options when the person turns to them. Absent once they were requested. */
  load?: (() => void) | undefined
  /** Requests the matching options from the owner. Without it, `options` are searched. */
  onNeedle?: (text: string) => void
  /** The label of a chosen value that is not among the options. */
  labelOf?: (value: string) => string | undefined
}

export const SHOWN_OPTIONS = LIMITS.page.maxSize
const LIST_PX = 292
const OPTION_PX = 32
const EDGE_PX = 10

/** The height that a list of options can grow to. */
export const optionsPx = ({ options, isLoading = false, onNeedle }: Options) =>
  onNeedle || isLoading ? LIST_PX : Math.min(LIST_PX, (options.length + 1) * OPTION_PX + EDGE_PX)

function matching(options: readonly Option[], needle: string): readonly Option[] {
  const wanted = needle.trim().toLowerCase()
  return wanted === ''
    ? options
    : options.filter(({ label, note = '' }) => `${label}\n${note}`.toLowerCase().includes(wanted))
}

/** The index of the option that a key marks next, or undefined for other keys. */
export const markedBy = (key: string, at: number, last: number): number | undefined =>
  ({ ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last })[key]

export const optionId = (listId: string, index: number) => `${listId}-${index}`

export function useOptionSearch({ options, isLoading = false, load, onNeedle }: Options) {
  const listId = useId()
  const [needle, setNeedle] = useState('')
  const [marked, mark] = useState<string>()
  const [isWaiting, setIsWaiting] = useState(false)
  const asked = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Options that are about to be replaced do not match the typed text, so Enter must not choose one.
  const isStale = isLoading || isWaiting

  const ask = (wanted: string) => {
    clearTimeout(timer.current)
    setIsWaiting(false)
    if (!onNeedle || asked.current === wanted) return
    asked.current = wanted
    onNeedle(wanted)
  }
  return {
    listId,
    needle,
    found: onNeedle ? options : matching(options, needle),
    isStale,
    mark,
    /** The index of the marked option. After typing, that is the first one. */
    markedAt: (shown: readonly Option[]) => {
      const at = shown.findIndex((option) => option.value === marked)
      return at === -1 && needle !== '' && !isStale && shown.length > 0 ? 0 : at
    },
    start: (first: string | undefined) => {
      load?.()
      mark(first)
      ask('')
    },
    type: (text: string) => {
      mark(undefined)
      setNeedle(text)
      if (!onNeedle) return
      clearTimeout(timer.current)
      setIsWaiting(text.trim() !== asked.current)
      timer.current = setTimeout(() => ask(text.trim()), TYPING_PAUSE_MS)
    },
    stop: () => {
      clearTimeout(timer.current)
      setIsWaiting(false)
      setNeedle('')
    },
  }
}
