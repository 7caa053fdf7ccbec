// Two lists side by side: what can be chosen, and what is. Both are pages of a call, searched by the server; what changes is collected as what to
// add and what to remove, for whoever saves it. A row that is pressed stays where it is, so that pressing it once more takes the change back.
// Surprise: of a very long list of chosen things only the first thousand are known to the other side; choosing one that is there already changes nothing.
import { LIMITS } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronLeft, ChevronRight, ClipboardPaste, Plus, Search, Undo2, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { callServer, useAnswer } from '../lib/client.ts'
import { useFormat, usePhrases } from '../lib/i18n.tsx'
import { Button, IconButton } from './button.tsx'
import { fieldViolations } from './field-rules.ts'
import { shapeOf } from './list-state.ts'
import type { FindCall } from './list-state.ts'
import './picker.css'
import { ErrorState } from './states.tsx'
import { Tag } from './status-tag.tsx'
import { TextArea, TextInput } from './text-input.tsx'
import { TYPING_PAUSE_MS } from './typed-text.ts'

export interface PickerItem {
  guid: string
  name: string
  /** What tells it from others of the same name. */
  note?: string | undefined
  /** Why it cannot be chosen; what is chosen already can be removed all the same. */
  whyNot?: string | undefined
}

export interface PickerChanges {
  add: readonly PickerItem[]
  remove: readonly PickerItem[]
}

export const NO_CHANGES: PickerChanges = { add: [], remove: [] }

export interface PickerSource<Row> {
  call: FindCall<Row>
  /** Goes with every payload. */
  where?: Readonly<Record<string, string>>
  /** The field of the payload that a search goes by. */
  searchBy: string
  itemOf: (row: Row) => PickerItem
}

type Pasted = 'names' | 'accounts'

interface PickerProps<Offered, Chosen> {
  /** What is chosen here, as it stands in the middle of a sentence. */
  what: string
  offered: PickerSource<Offered>
  chosen: PickerSource<Chosen>
  changes: PickerChanges
  onChange: (changes: PickerChanges) => void
  /** How many can be added, and how many removed, before it has to be saved. */
  max: number
  /** What can be pasted, one on a line. */
  pasted?: Pasted
}

const PAGE = 20
const KNOWN = 1_000
const PASTED_LINES = 100
const OFFERED_ICONS = [Check, Plus] as const
const CHOSEN_ICONS = [X, Undo2] as const

function payloadOf<Row>({ where, searchBy }: PickerSource<Row>, needle: string, currentPage: number, pageSize: number) {
  return { ...where, currentPage, pageSize, ...(needle && { [searchBy]: needle }) } as PayloadOf<FindCall<Row>> // the owner named a field of the call
}

/** What a search finds, page after page, up to a number. */
async function collect<Row>(source: PickerSource<Row>, needle: string, max: number): Promise<PickerItem[]> {
  const items: PickerItem[] = []
  for (let page = 1, pages = 1; page <= pages && items.length < max; page++) {
    const answer = await callServer(source.call, payloadOf(source, needle, page, LIMITS.page.maxSize))
    items.push(...answer.rows.map(source.itemOf))
    pages = answer.total
  }
  return items.slice(0, max)
}

/** Where one of the two lists stands. */
function useSide<Row>(source: PickerSource<Row>) {
  const [needle, setNeedle] = useState('')
  const [page, setPage] = useState(1)
  const schema = shapeOf(source.call)[source.searchBy]
  // A text that the call refuses is longer than any name.
  const isFindable = needle === '' || schema === undefined || fieldViolations(schema, source.searchBy, needle).length === 0
  const query = useAnswer(source.call, payloadOf(source, isFindable ? needle : '', page, PAGE), { keepPrevious: true, enabled: isFindable })
  const data = isFindable ? query.data : { rows: [], records: 0, total: 0 }
  // What was removed meanwhile may have taken the last page with it.
  if (data && !query.isPlaceholderData && page > Math.max(1, data.total)) setPage(Math.max(1, data.total))
  return {
    needle,
    page,
    setPage,
    search: (text: string) => {
      setPage(1)
      setNeedle(text)
    },
    query,
    isStale: isFindable && query.isPlaceholderData,
    items: data?.rows.map(source.itemOf),
    records: data?.records ?? 0,
    isCapped: data?.recordsCapped === true,
    pages: data?.total ?? 0,
  }
}
type Side = ReturnType<typeof useSide>

const matches = (needle: string) => {
  const wanted = needle.toLowerCase()
  return ({ name, note = '' }: PickerItem) => `${name}\n${note}`.toLowerCase().includes(wanted)
}

function SearchBox({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  const t = usePhrases()
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className="picker-search">
      <Search size={15} aria-hidden />
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        value={text}
        onText={(typed, isComposing) => {
          setText(typed)
          clearTimeout(timer.current)
          if (!isComposing) timer.current = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS)
        }}
        onKeyDown={(event) => {
          // It would save the form around this.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          className="icon-button-small"
          label={t('blocks.list.clearFilter', { field: label })}
          onPress={() => {
            clearTimeout(timer.current)
            setText('')
            onSearch('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}

interface Row {
  item: PickerItem
  isChosen: boolean
  change?: 'add' | 'remove' | undefined
}

interface RowsProps {
  label: string
  rows: readonly Row[]
  isStale: boolean
  /** The pictures at the end of a row that is chosen and of one that is not. */
  icons: readonly [chosen: LucideIcon, other: LucideIcon]
  onPress: (row: Row) => void
}

const isBlocked = ({ item, isChosen }: Row) => item.whyNot !== undefined && !isChosen

const buttonsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLButtonElement>('button') ?? [])]

/** The rows of a list: one stop of the Tab key, arrow keys between them. */
function Rows({ label, rows, isStale, icons: [ChosenIcon, OtherIcon], onPress }: RowsProps) {
  const t = usePhrases()
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string>()
  const pressedAt = useRef(-1)
  const stop = Math.max(0, rows.findIndex(({ item }) => item.guid === focused))

  useEffect(() => {
    // The row that was pressed is gone, and the focus with it: its neighbor has it now.
    if (pressedAt.current !== -1 && document.activeElement === document.body) buttonsIn(list.current).at(Math.min(pressedAt.current, rows.length - 1))?.focus()
    pressedAt.current = -1
  }, [rows])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0) buttonsIn(list.current)[to]?.focus()
  }
  return (
    <ul ref={list} className="picker-list" aria-label={label} aria-busy={isStale || undefined} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <li key={row.item.guid}>
          <button
            type="button"
            className="picker-row"
            aria-pressed={row.isChosen}
            data-change={row.change}
            tabIndex={index === stop ? 0 : -1}
            // Not disabled: the reason must be heard where arrow keys come by.
            aria-disabled={isBlocked(row) || undefined}
            onFocus={() => setFocused(row.item.guid)}
            onClick={() => {
              if (isBlocked(row)) return
              pressedAt.current = index
              onPress(row)
            }}
          >
            <span className="picker-words">
              <span className="picker-name">{row.item.name}</span>
              {row.item.note && <span className="picker-note">{row.item.note}</span>}
              {isBlocked(row) && <span className="picker-note">{row.item.whyNot}</span>}
            </span>
            {row.change && <Tag>{t(row.change === 'add' ? 'blocks.picker.add' : 'blocks.picker.remove')}</Tag>}
            {row.isChosen ? <ChosenIcon size={15} aria-hidden /> : <OtherIcon size={15} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface PasteProps<Offered> {
  pasted: Pasted
  source: PickerSource<Offered>
  onFound: (items: readonly PickerItem[]) => void
}

/** Names, one on a line. Those that were found are chosen; the others stay, to be looked at. */
function Paste<Offered>({ source, pasted, onFound }: PasteProps<Offered>) {
  const t = usePhrases()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(0)
  const [isLooking, setLooking] = useState(false)
  const lines = [...new Set(text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean))]
  const look = async () => {
    setLooking(true)
    try {
      const found: PickerItem[] = []
      const lost: string[] = []
      for (const line of lines) {
        const wanted = line.toLowerCase()
        const item = (await collect(source, line, LIMITS.page.maxSize)).find(({ name, note = '' }) => [name, note].some((word) => word.toLowerCase() === wanted))
        if (item) found.push(item)
        else lost.push(line)
      }
      onFound(found)
      setText(lost.join('\n'))
      setMissing(lost.length)
    } catch {
      // A lost connection is told by its banner; what was pasted is still there.
    } finally {
      setLooking(false)
    }
  }
  return (
    <div className="picker-paste">
      <TextArea
        rows={4}
        aria-label={t(`blocks.picker.paste.${pasted}`)}
        placeholder={t(`blocks.picker.pasteHelp.${pasted}`, { max: PASTED_LINES })}
        value={text}
        onText={(typed) => {
          setText(typed)
          setMissing(0)
        }}
      />
      <div className="picker-foot">
        <Button size="small" isBusy={isLooking} disabled={lines.length === 0 || lines.length > PASTED_LINES} onPress={() => void look()}>
          {t('blocks.picker.pasteAdd', { count: lines.length })}
        </Button>
        <span role="status" className="picker-hint">
          {lines.length > PASTED_LINES ? t('blocks.picker.pasteMax', { max: PASTED_LINES }) : missing > 0 && t('blocks.picker.pasteMissing', { count: missing })}
        </span>
      </div>
    </div>
  )
}

function Turn({ side }: { side: Side }) {
  const t = usePhrases()
  const format = useFormat()
  if (side.pages <= 1) return null
  return (
    <span className="picker-turn">
      <IconButton icon={ChevronLeft} label={t('blocks.pager.previous')} disabled={side.page <= 1} onPress={() => side.setPage(side.page - 1)} />
      <span className="sw-tabular">
        {format.number(side.page)} / {format.number(side.pages)}
      </span>
      <IconButton icon={ChevronRight} label={t('blocks.pager.next')} disabled={side.page >= side.pages} onPress={() => side.setPage(side.page + 1)} />
    </span>
  )
}

interface SideFrameProps {
  side: Side
  title: string
  count: string
  searchLabel: string
  tool?: ReactNode
  /** Above the rows. */
  extra?: ReactNode
  isEmpty: boolean
  emptyText: string
  foot: ReactNode
  children: ReactNode
}

function SideFrame({ side, title, count, searchLabel, tool, extra, isEmpty, emptyText, foot, children }: SideFrameProps) {
  const t = usePhrases()
  const id = useId()
  const { error } = side.query
  return (
    <section className="picker-side" aria-labelledby={id}>
      <header className="picker-head">
        <p id={id} className="picker-title">
          {title} <span className="count">{count}</span>
        </p>
        {tool}
      </header>
      <SearchBox label={searchLabel} onSearch={side.search} />
      {extra}
      {!side.items && error ? (
        <ErrorState error={error} onRetry={() => void side.query.refetch()} />
      ) : side.items ? (
        isEmpty ? <p className="picker-empty">{side.needle === '' ? emptyText : t('blocks.combobox.none')}</p> : children
      ) : (
        <div className="picker-empty" role="status" aria-label={t('blocks.states.loading')}>
          <span className="skeleton skeleton-line" />
        </div>
      )}
      <footer className="picker-foot">
        {foot}
        <Turn side={side} />
      </footer>
    </section>
  )
}

export function Picker<Offered, Chosen>({ what, offered, chosen, changes, onChange, max, pasted }: PickerProps<Offered, Chosen>) {
  const t = usePhrases()
  const format = useFormat()
  const left = useSide(offered)
  const right = useSide(chosen)
  const { data: known } = useQuery({ queryKey: [chosen.call.name, 'known', chosen.where], queryFn: () => collect(chosen, '', KNOWN) })
  const [isPasting, setPasting] = useState(false)
  const [isCollecting, setCollecting] = useState(false)

  const saved = useMemo(() => new Set([...(known ?? []), ...(right.items ?? [])].map(({ guid }) => guid)), [known, right.items])
  const added = new Set(changes.add.map(({ guid }) => guid))
  const removed = new Set(changes.remove.map(({ guid }) => guid))
  const rowOf = (item: PickerItem): Row => ({
    item,
    isChosen: added.has(item.guid) || (saved.has(item.guid) && !removed.has(item.guid)),
    change: added.has(item.guid) ? 'add' : removed.has(item.guid) ? 'remove' : undefined,
  })

  /** Makes these chosen, or not chosen, by the smallest change. */
  const put = (items: readonly PickerItem[], isChosen: boolean) => {
    const moved = items.map(rowOf).filter((row) => row.isChosen !== isChosen && !(isChosen && isBlocked(row))).map(({ item }) => item)
    const [forth, back] = isChosen ? (['add', 'remove'] as const) : (['remove', 'add'] as const)
    const undone = new Set(moved.filter(({ guid }) => (isChosen ? removed : added).has(guid)).map(({ guid }) => guid))
    onChange({
      ...changes,
      [back]: changes[back].filter(({ guid }) => !undone.has(guid)),
      [forth]: [...changes[forth], ...moved.filter(({ guid }) => !undone.has(guid))].slice(0, max),
    })
  }
  const toggle = ({ item, isChosen }: Row) => put([item], !isChosen)

  const leftRows = (left.items ?? []).map(rowOf)
  // What is about to be added stands on top of what is there.
  const rightRows = [...(right.page === 1 ? changes.add.filter(matches(right.needle)) : []), ...(right.items ?? []).filter(({ guid }) => !added.has(guid))].map(rowOf)
  const isFull = changes.add.length >= max || changes.remove.length >= max
  const chosenCount = right.needle === '' ? right.records - changes.remove.length + changes.add.length : right.records
  const counted = (side: Side, count: number) => (side.isCapped ? t('blocks.list.capped', { count: format.number(count) }) : format.number(count))

  const chooseAll = async () => {
    setCollecting(true)
    try {
      put(await collect(offered, left.needle, max), true)
    } catch {
      // A lost connection is told by its banner.
    } finally {
      setCollecting(false)
    }
  }

  return (
    <div className="picker">
      <SideFrame
        side={left}
        title={t('blocks.picker.offered')}
        count={counted(left, left.records)}
        searchLabel={t('blocks.picker.searchOffered', { what })}
        isEmpty={leftRows.length === 0}
        emptyText={t('blocks.picker.nothingOffered', { what })}
        tool={
          pasted && (
            <Button kind="quiet" size="small" icon={ClipboardPaste} aria-expanded={isPasting} onPress={() => setPasting(!isPasting)}>
              {t(`blocks.picker.paste.${pasted}`)}
            </Button>
          )
        }
        extra={pasted && isPasting && <Paste source={offered} pasted={pasted} onFound={(items) => put(items, true)} />}
        foot={
          <>
            <Button kind="quiet" size="small" disabled={leftRows.every((row) => row.isChosen || isBlocked(row))} onPress={() => put(left.items ?? [], true)}>
              {t('blocks.picker.addPage')}
            </Button>
            {left.pages > 1 && left.records <= max && !left.isCapped && (
              <Button kind="quiet" size="small" isBusy={isCollecting} onPress={() => void chooseAll()}>
                {t('blocks.picker.addAll', { count: left.records })}
              </Button>
            )}
          </>
        }
      >
        <Rows label={t('blocks.picker.offered')} rows={leftRows} isStale={left.isStale} onPress={toggle} icons={OFFERED_ICONS} />
      </SideFrame>
      <SideFrame
        side={right}
        title={t('blocks.picker.chosen')}
        count={counted(right, chosenCount)}
        searchLabel={t('blocks.picker.searchChosen', { what })}
        isEmpty={rightRows.length === 0}
        emptyText={t('blocks.picker.nothingChosen', { what })}
        tool={
          <span role="status" className="picker-hint">
            {changes.add.length + changes.remove.length > 0 && t('blocks.picker.changed', { add: changes.add.length, remove: changes.remove.length })}
          </span>
        }
        extra={isFull && <p className="picker-hint">{t('blocks.picker.full', { max })}</p>}
        foot={
          <Button kind="quiet" size="small" disabled={!rightRows.some((row) => row.isChosen)} onPress={() => put(rightRows.map(({ item }) => item), false)}>
            {t('blocks.picker.removePage')}
          </Button>
        }
      >
        <Rows label={t('blocks.picker.chosen')} rows={rightRows} isStale={right.isStale} onPress={toggle} icons={CHOSEN_ICONS} />
      </SideFrame>
    </div>
  )
}
