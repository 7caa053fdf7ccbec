// The users of one customer, with search and pages. Their state is in the URL, like the tab.
import { userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { violationSentence } from '@sealwright/phrases'
import { SearchX, Users } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { EmptyState, ErrorState } from '../../../blocks/control/states.tsx'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { DataTable, TableSkeleton } from '../../../blocks/list/data-table.tsx'
import { FilterBar } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { pageAfterResize, pageFromUrl, pageSizes, pageWithin } from '../../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../../blocks/list/paging/pager.tsx'
import { RecordCards } from '../../../blocks/list/record-card.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useTablePageSize } from '../../../lib/session/preferences.ts'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { userCard, userColumns } from '../user/user.columns.tsx'
import './customer.css'
import type { CustomerAnswer } from './customer.entity.tsx'

const SKELETON_ROWS = 5
/** Columns that are the same in every row or belong on the user's page. */
const LEFT_OUT = ['customerName', 'createTime']
const keyOf = (row: UserRow) => row.guid
const nameOf = (row: UserRow) => row.account

export function CustomerUsers({ customer: { guid, name } }: { customer: Pick<CustomerAnswer, 'guid' | 'name'> }) {
  const t = usePhrases()
  const say = useSentences()
  const isNarrow = useIsNarrow()
  const canOpenList = useCanOpen('/user')
  const [size, setSize] = useTablePageSize()
  const { account = '', page: pageText } = useSearchOf('/customer/view')
  const page = pageFromUrl(pageText)
  const columns = useMemo(() => userColumns(t).filter(({ key }) => !LEFT_OUT.includes(key)), [t])
  const filters = useMemo(
    (): Filter[] => [{ kind: 'search', name: 'account', label: t('customer.user.list.search') }],
    [t],
  )
  const errorOf = (field: string, text: string) => {
    const [first] = text === '' ? [] : fieldViolations(userCalls.find.payload.shape.account, field, text)
    return first && violationSentence(say, 'customer', first)
  }
  const searchAt = (n: number, wanted = account) => ({
    guid,
    tab: 'users',
    account: wanted,
    ...(n > 1 && { page: String(n) }),
  })
  const isWrong = errorOf('account', account) !== undefined
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    userCalls.find,
    { customerGuid: guid, currentPage: page, pageSize: size, ...(account && !isWrong && { account }) },
    { keepPrevious: true },
  )
  const within = data && !isPlaceholderData ? pageWithin(page, data.total) : page
  const turnTo = useEffectEvent((n: number) => {
    if (n !== page) changeSearch('/customer/view', searchAt(n))
  })
  useEffect(() => turnTo(within), [within])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data?.records === 0 && account === '')
    return (
      <EmptyState
        icon={Users}
        title={t('customer.user.list.emptyTitle')}
        sentence={t('customer.customer.users.emptySentence', { name })}
      />
    )

  const cardOf = (row: UserRow) => {
    const card = userCard(t, row)
    return { ...card, facts: card.facts.filter(({ label }) => label !== t('customer.fields.customerName')) }
  }
  const content = () => {
    if (!data) return <TableSkeleton rows={SKELETON_ROWS} columns={columns} />
    if (data.records === 0) return <EmptyState icon={SearchX} title={t('customer.customer.users.noMatch')} />
    if (!isNarrow)
      return (
        <DataTable
          label={t('customer.customer.tabs.users')}
          rows={data.rows}
          columns={columns}
          rowKey={keyOf}
          rowName={nameOf}
          isStale={isPlaceholderData}
        />
      )
    return (
      <RecordCards
        label={t('customer.customer.tabs.users')}
        rows={data.rows}
        card={cardOf}
        rowKey={keyOf}
        isStale={isPlaceholderData}
      />
    )
  }
  return (
    <>
      <div className="list-tools customer-users-tools" role="search" aria-label={t('blocks.list.filters')}>
        <FilterBar
          filters={filters}
          values={{ account }}
          errorOf={errorOf}
          onChange={(_field, text) => changeSearch('/customer/view', searchAt(1, text))}
        />
        {canOpenList && (
          <div className="list-tools-end">
            <ScreenLink to="/user" search={{ customerGuid: guid, account }} className={buttonClass()}>
              {t('customer.customer.users.open')}
            </ScreenLink>
          </div>
        )}
      </div>
      {content()}
      {data && data.records > 0 && (
        <Pager
          page={within}
          found={data}
          size={size}
          sizes={pageSizes('table')}
          hrefOf={(n) => pathTo('/customer/view', searchAt(n))}
          onSize={(next) => {
            setSize(next)
            changeSearch('/customer/view', searchAt(pageAfterResize(page, size, next)))
          }}
        />
      )}
    </>
  )
}
