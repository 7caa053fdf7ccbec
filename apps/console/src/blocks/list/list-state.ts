// The state of a list: filters, order and page in the URL; view and page size remembered. It owns the rules that
// connect them (initial view, page past the end, restoring with `showSearch=1`); list-page.tsx only draws.
import type { Call, Page, PayloadOf } from '@sealwright/contract'
import { violationSentence } from '@sealwright/phrases'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { answerKey, askAhead, useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { changeSearch, pathTo, usePath, useSearchOf } from '../../lib/place/navigate.tsx'
import type { ScreenPath, ScreenSearch, Search } from '../../lib/place/screen.ts'
import { usePerson } from '../../lib/session/person.ts'
import { tablePageSize, useTablePageSize } from '../../lib/session/preferences.ts'
import { STORED, useStored } from '../../lib/stored.ts'
import { useSentences } from '../../lib/words/i18n.tsx'
import { fieldViolations } from '../form/field-rules.ts'
import type { Sorting } from './data-table.tsx'
import { noteList, recallSearch, rememberSearch } from './list-memory.ts'
import type { ListState } from './list-memory.ts'
import { initialView, pageAfterResize, pageFromUrl, pageSizes, pageWithin } from './paging/list-paging.ts'
import type { View } from './paging/list-paging.ts'

/** The URL parameters of a list, for the screen table. */
export type ListSearch<FilterName extends string> = {
  [Name in FilterName | 'page' | 'sort' | 'order' | 'showSearch' | 'editId']?: string
}

/** A call that answers a page of rows. */
export type FindCall<Row> = Call<z.core.$ZodType, z.core.$ZodType<unknown, Page<Row>>>

/** The settings that are known before the list is shown. */
export interface ListSource<Row> {
  /** The key of stored settings. */
  list: string
  call: FindCall<Row>
  /** Added to every payload. */
  where?: Readonly<Record<string, string>> | undefined
  /** Always a table, except in a narrow window. */
  isTable?: boolean
  /** The list's own page sizes, for both views. Such a list starts with cards. */
  sizes?: readonly number[] | undefined
}

export interface ListSettings<Row> extends ListSource<Row> {
  path: ScreenPath
  filterNames: readonly string[]
  rowKey: (row: Row) => string
  /** Other parameters of the address, which the list keeps. */
  keeps?: Readonly<Record<string, string | undefined>> | undefined
}

export function shapeOf(call: Call): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = call.payload._zod
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : {} // the type says which definition it is
}

/** The URL parameters of every list besides its filters. They are restored together. */
const OF_EVERY_LIST = ['page', 'sort', 'order']

// Card page sizes follow the window and are not stored. A choice lasts until a reload.
const chosenCardSizes = new Map<string, number>()

const withoutEmpty = (search: Record<string, string | undefined>): ListState =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )

/** The problem with a value of the address, if any. */
function violationIn(call: Call, name: string, value: string) {
  const schema = shapeOf(call)[name]
  return value === '' || !schema ? undefined : fieldViolations(schema, name, value)[0]
}

function payloadOf<Row>(
  { call, where }: ListSource<Row>,
  filterNames: readonly string[],
  state: Search,
  pageSize: number,
) {
  const isGood = (name: string, value: string | undefined): value is string =>
    value !== undefined && value !== '' && !violationIn(call, name, value)
  const wanted = filterNames.flatMap((name) => (isGood(name, state[name]) ? [[name, state[name]]] : []))
  const order = isGood('sort', state.sort) ? { sort: state.sort, order: state.order === 'asc' ? 'asc' : 'desc' } : {}
  return {
    ...where,
    currentPage: pageFromUrl(state.page),
    pageSize,
    ...order,
    ...Object.fromEntries(wanted),
  } as PayloadOf<FindCall<Row>> // names and values were checked against the payload's schema
}

/** Requests the list's page before the list is mounted. */
export function firstPage<Row>(source: ListSource<Row>): (search: Search) => Promise<void> | undefined {
  return (search) => {
    // A restored list gets another address first.
    if (search.showSearch === '1') return undefined
    const isCards =
      source.sizes !== undefined || (!source.isTable && STORED.tempPageActive.get()?.[source.list] === 'card')
    const cardSize = chosenCardSizes.get(source.list) ?? (source.sizes ?? pageSizes('card'))[0]
    const filters = Object.keys(search).filter((name) => name in shapeOf(source.call) && !OF_EVERY_LIST.includes(name))
    return askAhead(
      source.call,
      payloadOf(source, filters, search, isCards && cardSize !== undefined ? cardSize : tablePageSize()),
    )
  }
}

const ALONE: Readonly<Record<string, string | undefined>> = {}

export function useList<Row>({
  path,
  list,
  call,
  where,
  filterNames,
  rowKey,
  keeps,
  isTable = false,
  sizes,
}: ListSettings<Row>) {
  const say = useSentences()
  const owner = usePerson().id
  // A list's search is all optional strings.
  const search = useSearchOf(path) as Readonly<Record<string, string | undefined>>
  const { showSearch, editId } = search
  const state: Readonly<Record<string, string | undefined>> = useMemo(
    () => Object.fromEntries([...filterNames, ...OF_EVERY_LIST].map((name) => [name, search[name]])),
    [filterNames, search],
  )
  // During navigation, the address already belongs to the next screen.
  const isHere = usePath() === path
  const isRestoring = showSearch === '1' && isHere

  const others = JSON.stringify(keeps ?? ALONE)
  const searchOf = useCallback(
    (next: Record<string, string | undefined>) =>
      withoutEmpty({ ...(JSON.parse(others) as typeof ALONE), ...next }) as ScreenSearch[ScreenPath],
    [others],
  ) // what was spelled above; a list's search is all optional strings
  const go = useCallback(
    (next: Record<string, string | undefined>) => changeSearch(path, searchOf(next)),
    [path, searchOf],
  )

  useEffect(() => {
    if (isRestoring) go({ ...recallSearch(owner, list), editId })
    else if (isHere) {
      rememberSearch(owner, list, withoutEmpty(state))
      noteList(path)
    }
  }, [isRestoring, isHere, state, editId, go, owner, list, path])

  const stored = useStored(STORED.tempPageActive)?.[list]
  const hasFilters = filterNames.some((name) => state[name])
  /** The view of a filtered list, while nothing is stored. */
  const [passing, setPassing] = useState<View>()
  const chosen = isTable ? 'table' : (stored ?? (sizes && 'card') ?? (hasFilters ? passing : undefined))
  const [tableSize, setTableSize] = useTablePageSize()
  const cards = sizes ?? pageSizes('card')
  const [cardSize, setCardSize] = useState(chosenCardSizes.get(list) ?? cards[0] ?? tableSize)
  const view: View | undefined = chosen
  const sizeOf = (of: View | undefined) => (sizes || of === 'card' ? cardSize : tableSize)
  const size = sizeOf(view)
  const page = pageFromUrl(state.page)
  const [resets, setResets] = useState(0)

  const setView = useCallback(
    (next: View) => STORED.tempPageActive.set({ ...STORED.tempPageActive.get(), [list]: next }),
    [list],
  )

  const errorOf = useCallback(
    (name: string, value: string): string | undefined => {
      const violation = violationIn(call, name, value)
      return violation && violationSentence(say, call.domain, violation)
    },
    [call, say],
  )

  const askedWith = (pageSize: number) => payloadOf({ list, call, where }, filterNames, state, pageSize)
  const payload = askedWith(size)
  const query = useAnswer(call, payload, { keepPrevious: true, enabled: isHere && !isRestoring })
  const { data } = query

  const onLoad = useEffectEvent((answer: Page<Row>) => {
    if (view === undefined && answer.records > 0) {
      const decided = initialView(answer.records, cardSize)
      // All rows are already here, so cards need no other request.
      if (decided === 'card') queryClient.setQueryData(answerKey(call, askedWith(cardSize)), answer)
      // Only the number of all records chooses the view for the session. A filtered list has fewer.
      if (hasFilters) setPassing(decided)
      else setView(decided)
    }
    // Lists begin with the latest change, so an edited row has moved to the first page.
    const hasMoved =
      editId !== undefined && state.sort === undefined && !answer.rows.some((row) => rowKey(row) === editId)
    const within = hasMoved ? 1 : pageWithin(page, answer.total)
    if (within !== page) go({ ...state, editId, page: within === 1 ? undefined : String(within) })
  })
  const isFresh = data !== undefined && !query.isPlaceholderData && isHere && !isRestoring
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the view decides what is asked, so it is not derived
    if (isFresh) onLoad(data)
  }, [isFresh, data])

  const sorting: Sorting = { sort: state.sort, order: state.order === 'asc' ? 'asc' : 'desc' }
  return {
    owner,
    query,
    /** The payload of the shown page. */
    payload,
    data,
    view: view ?? 'table',
    size,
    sizes: sizes || view === 'card' ? cards : pageSizes('table'),
    page,
    sorting,
    filters: state,
    hasFilters,
    errorOf,
    editId,
    /** The filters and the order, for a saved view. */
    saveable: (({ page: _page, ...rest }) => (Object.keys(rest).length > 0 ? rest : undefined))(withoutEmpty(state)),
    hrefOf: (n: number) => pathTo(path, searchOf({ ...state, page: n === 1 ? undefined : String(n) })),
    setFilter: (name: string, value: string, also: Readonly<Record<string, string>> = {}) =>
      go({ ...state, page: undefined, [name]: value, ...also }),
    /** Increases when the filters are reset, which also clears unsent text. */
    resets,
    clear: () => {
      setResets(resets + 1)
      go({ sort: state.sort, order: state.order })
    },
    open: (saved: ListState) => {
      setResets(resets + 1)
      go(saved)
    },
    /** The first click sorts, the second reverses, the third restores the list's default order. */
    sortBy: (sort: string) => {
      const isSame = state.sort === sort
      if (isSame && state.order === 'desc') go({ ...state, page: undefined, sort: undefined, order: undefined })
      else go({ ...state, page: undefined, sort, order: isSame ? 'desc' : 'asc' })
    },
    setView: (next: View) => {
      setView(next)
      const n = pageAfterResize(page, size, sizeOf(next))
      go({ ...state, page: n === 1 ? undefined : String(n) })
    },
    setSize: (next: number) => {
      if (sizes || view === 'card') {
        chosenCardSizes.set(list, next)
        setCardSize(next)
      } else setTableSize(next)
      const n = pageAfterResize(page, size, next)
      go({ ...state, page: n === 1 ? undefined : String(n) })
    },
  }
}
