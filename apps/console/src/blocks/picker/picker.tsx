// Two lists side by side: offered and chosen rows. Both are pages of a call, searched by the server. Changes are
// collected as rows to add and rows to remove; the owner saves them. A pressed row stays in place, so that a second
// press takes the change back. Without saved rows, the second list holds only the new choices, and nothing is removed.
// Surprise: of a long list of chosen rows, the offered list knows only the first thousand. Choosing a row that is
// already chosen changes nothing.
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronLeft, ChevronRight, ClipboardPaste, Plus, Search, Undo2, X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton } from '../control/button.tsx'
import { ErrorState } from '../control/states.tsx'
import { TextInput } from '../control/text-input.tsx'
import { TYPING_PAUSE_MS } from '../control/typed-text.ts'
import { useCountText } from '../list/paging/list-count.ts'
import { Paste } from './picker-paste.tsx'
import type { Pasted } from './picker-paste.tsx'
import { Rows, isBlocked } from './picker-rows.tsx'
import './picker.css'
import type { Row } from './picker-rows.tsx'
import { PAGE, collect, useSide } from './picker-source.ts'
import type { PickerItem, PickerSource, Side } from './picker-source.ts'

export interface PickerChanges {
  add: readonly PickerItem[]
  remove: readonly PickerItem[]
}

export const NO_CHANGES: PickerChanges = { add: [], remove: [] }

interface PickerProps<Offered, Chosen> {
  /** The noun for the rows, in the middle of a sentence. */
  what: string
  offered: PickerSource<Offered>
  /** The rows that are already saved; absent where nothing was saved before. */
  chosen?: PickerSource<Chosen>
  changes: PickerChanges
  onChange: (changes: PickerChanges) => void
  /** The limit of added rows, and of removed rows, for one save. */
  max: number
  /** The kind of text that can be pasted. */
  pasted?: Pasted
  /** Narrows the offered rows, in addition to the search. */
  filter?: ReactNode
  /** Replaces the hint that `max` is reached. */
  tooMany?: ReactNode
}

const KNOWN = 1_000
const OFFERED_ICONS = [Check, Plus] as const
const CHOSEN_ICONS = [X, Undo2] as const

const matches = (needle: string) => {
  const wanted = needle.toLowerCase()
  return ({ name, note = '' }: PickerItem) => `${name}\n${note}`.toLowerCase().includes(wanted)
}

export function SearchBox({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
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
          // Enter would submit the surrounding form.
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

function Turn({ side }: { side: Side }) {
  const t = usePhrases()
  const format = useFormat()
  if (side.pages <= 1) return null
  return (
    <span className="picker-turn">
      <IconButton
        icon={ChevronLeft}
        label={t('blocks.pager.previous')}
        disabled={side.page <= 1}
        onPress={() => side.setPage(side.page - 1)}
      />
      <span className="sw-tabular">
        {format.number(side.page)} / {format.number(side.pages)}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t('blocks.pager.next')}
        disabled={side.page >= side.pages}
        onPress={() => side.setPage(side.page + 1)}
      />
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

function SideFrame({
  side,
  title,
  count,
  searchLabel,
  tool,
  extra,
  isEmpty,
  emptyText,
  foot,
  children,
}: SideFrameProps) {
  const t = usePhrases()
  const id = useId()
  const { error } = side.query
  const frame = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    // A button with nothing left to do is disabled, and loses the focus; some browsers have taken it away by now.
    const isLost = [document.body, focused.current].includes(document.activeElement)
    if (isLost && focused.current?.matches('button:disabled')) frame.current?.querySelector('input')?.focus()
  })
  return (
    <section
      ref={frame}
      className="picker-side"
      aria-labelledby={id}
      onFocus={(event) => void (focused.current = event.target)}
    >
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
        isEmpty ? (
          <p className="picker-empty">{side.needle === '' ? emptyText : t('blocks.combobox.none')}</p>
        ) : (
          children
        )
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

export function Picker<Offered, Chosen = Offered>({
  what,
  offered,
  chosen,
  changes,
  onChange,
  max,
  pasted,
  filter,
  tooMany,
}: PickerProps<Offered, Chosen>) {
  const t = usePhrases()
  const countText = useCountText()
  const left = useSide(offered)
  const savedSide = useSide<Offered | Chosen>(
    (chosen ?? offered) as PickerSource<Offered | Chosen>,
    chosen !== undefined,
  ) // each is read by its own `itemOf`
  const { data: known } = useQuery({
    queryKey: [chosen?.call.name, 'known', chosen?.where],
    queryFn: () => (chosen ? collect(chosen, '', KNOWN) : []),
    enabled: chosen !== undefined,
  })
  const [isPasting, setPasting] = useState(false)
  const [isCollecting, setCollecting] = useState(false)

  const found = changes.add.filter(matches(savedSide.needle))
  const pages = Math.max(1, Math.ceil(found.length / PAGE))
  // Without saved rows, the second list is paged here, not by the server.
  const right: Side = chosen ? savedSide : { ...savedSide, page: Math.min(savedSide.page, pages), pages }
  const saved = useMemo(
    () => new Set([...(known ?? []), ...(right.items ?? [])].map(({ guid }) => guid)),
    [known, right.items],
  )
  const added = new Set(changes.add.map(({ guid }) => guid))
  const removed = new Set(changes.remove.map(({ guid }) => guid))
  const rowOf = (item: PickerItem): Row => ({
    item,
    isChosen: added.has(item.guid) || (saved.has(item.guid) && !removed.has(item.guid)),
    change: !chosen ? undefined : added.has(item.guid) ? 'add' : removed.has(item.guid) ? 'remove' : undefined,
  })

  /** Chooses or removes rows with the smallest change. */
  const put = (items: readonly PickerItem[], isChosen: boolean) => {
    const moved = items
      .map(rowOf)
      .filter((row) => row.isChosen !== isChosen && !(isChosen && isBlocked(row)))
      .map(({ item }) => item)
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
  // Rows to add come before the saved rows.
  const rightRows = (
    chosen
      ? [...(right.page === 1 ? found : []), ...(right.items ?? []).filter(({ guid }) => !added.has(guid))]
      : found.slice((right.page - 1) * PAGE, right.page * PAGE)
  ).map(rowOf)
  const isFull = changes.add.length >= max || changes.remove.length >= max
  const chosenCount = !chosen
    ? found.length
    : right.needle === ''
      ? right.records - changes.remove.length + changes.add.length
      : right.records

  const chooseAll = async () => {
    setCollecting(true)
    try {
      put(await collect(offered, left.needle, max), true)
    } catch {
      // The connection banner reports a lost connection.
    } finally {
      setCollecting(false)
    }
  }

  return (
    <div className="picker">
      <SideFrame
        side={left}
        title={t('blocks.picker.offered')}
        count={countText(left.records, left.isCapped)}
        searchLabel={t('blocks.picker.searchOffered', { what })}
        isEmpty={leftRows.length === 0}
        emptyText={t('blocks.picker.nothingOffered', { what })}
        tool={
          pasted && (
            <Button
              kind="quiet"
              size="small"
              icon={ClipboardPaste}
              aria-expanded={isPasting}
              onPress={() => setPasting(!isPasting)}
            >
              {t(`blocks.picker.paste.${pasted}`)}
            </Button>
          )
        }
        extra={
          <>
            {filter}
            {pasted && isPasting && (
              <Paste
                source={offered}
                pasted={pasted}
                max={max}
                tooMany={tooMany}
                onFound={(items) => put(items, true)}
              />
            )}
          </>
        }
        foot={
          <>
            <Button
              kind="quiet"
              size="small"
              disabled={leftRows.every((row) => row.isChosen || isBlocked(row))}
              onPress={() => put(left.items ?? [], true)}
            >
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
        <Rows
          label={t('blocks.picker.offered')}
          rows={leftRows}
          isStale={left.isStale}
          onPress={toggle}
          icons={OFFERED_ICONS}
        />
      </SideFrame>
      <SideFrame
        side={right}
        title={t('blocks.picker.chosen')}
        count={countText(chosenCount, right.isCapped)}
        searchLabel={t('blocks.picker.searchChosen', { what })}
        isEmpty={rightRows.length === 0}
        emptyText={t('blocks.picker.nothingChosen', { what })}
        tool={
          <span role="status" className="picker-hint">
            {chosen &&
              changes.add.length + changes.remove.length > 0 &&
              t('blocks.picker.changed', { add: changes.add.length, remove: changes.remove.length })}
          </span>
        }
        extra={isFull && <p className="picker-hint">{tooMany ?? t('blocks.picker.full', { max })}</p>}
        foot={
          <Button
            kind="quiet"
            size="small"
            disabled={!rightRows.some((row) => row.isChosen)}
            onPress={() =>
              put(
                rightRows.map(({ item }) => item),
                false,
              )
            }
          >
            {t('blocks.picker.removePage')}
          </Button>
        }
      >
        <Rows
          label={t('blocks.picker.chosen')}
          rows={rightRows}
          isStale={right.isStale}
          onPress={toggle}
          icons={CHOSEN_ICONS}
        />
      </SideFrame>
    </div>
  )
}
