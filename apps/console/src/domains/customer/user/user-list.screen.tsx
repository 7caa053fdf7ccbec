// The list of users, with its export.
import { ACCOUNT_TYPES, LIMITS, customerCalls, tagCalls, taskCalls, userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { Eye, FileUp, Pencil, Plus, Send, Trash2, UsersRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { useWanted } from '../../../blocks/control/wanted.ts'
import { countRows } from '../../../blocks/list/count-rows.ts'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useUserBatch } from './user-batch.ts'
import { useDeleteUser } from './user-delete.tsx'
import { isWaiting } from './user-mark.tsx'
import { useResendActivation } from './user-resend.ts'
import { ACCOUNT_KINDS, kindWord } from './user-words.ts'
import { userCard, userColumns } from './user.columns.tsx'

const keyOf = (row: UserRow) => row.guid
const nameOf = (row: UserRow) => row.account
const OPTIONS_STALE_MS = 60_000

/** The server searches customers, because a developer can have thousands. */
function useCustomerFilter(): Filter {
  const t = usePhrases()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const { customerGuid = '' } = useSearchOf('/user')
  const { data, isPlaceholderData, isSuccess } = useAnswer(
    customerCalls.list,
    needle ? { name: needle.slice(0, LIMITS.customer.nameMax) } : {},
    { keepPrevious: true, staleMs: OPTIONS_STALE_MS, enabled: isWanted },
  )
  const isUnknown = isSuccess && customerGuid !== '' && !data.some(({ guid }) => guid === customerGuid)
  const canGet = useCan(customerCalls.get)
  const chosen = useAnswer(
    customerCalls.get,
    { guid: customerGuid },
    { enabled: isUnknown && canGet, staleMs: OPTIONS_STALE_MS },
  )
  const chosenName = chosen.data?.name
  return useMemo(
    () => ({
      kind: 'pick',
      name: 'customerGuid',
      label: t('customer.fields.customerName'),
      options: (data ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
      isLoading: !data || isPlaceholderData,
      load,
      onNeedle: setNeedle,
      labelOf: () => chosenName,
    }),
    [t, data, isPlaceholderData, load, chosenName],
  )
}

/** Present only on the way from an import: nobody looks for an import in a list of choices. */
function useImportFilter(): Filter | undefined {
  const t = usePhrases()
  const { importGuid = '' } = useSearchOf('/user')
  const { data } = useAnswer(taskCalls.get, { guid: importGuid }, { enabled: importGuid !== '' })
  const file = data?.subject ?? t('customer.user.list.oneImport')
  return useMemo(
    () =>
      importGuid === ''
        ? undefined
        : {
            kind: 'choice',
            name: 'importGuid',
            label: t('customer.fields.importGuid'),
            options: [{ value: importGuid, label: file }],
          },
    [t, importGuid, file],
  )
}

function useFilters(): readonly Filter[] {
  const t = usePhrases()
  const customer = useCustomerFilter()
  const imported = useImportFilter()
  const [areTagsWanted, loadTags] = useWanted()
  const { data: tags } = useAnswer(tagCalls.list, {}, { staleMs: OPTIONS_STALE_MS, enabled: areTagsWanted })
  return useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'account', label: t('customer.user.list.search') },
      {
        kind: 'choice',
        name: 'accountType',
        label: t('customer.fields.accountType'),
        options: ACCOUNT_KINDS.map((kind) => ({ value: String(ACCOUNT_TYPES[kind]), label: kindWord(t, kind) })),
      },
      {
        kind: 'choice',
        name: 'activated',
        label: t('customer.user.activation'),
        options: [
          { value: 'true', label: t('customer.user.states.active') },
          { value: 'false', label: t('customer.user.states.waiting') },
        ],
      },
      customer,
      {
        kind: 'picks',
        name: 'tagGuids',
        label: t('customer.fields.tags'),
        max: LIMITS.tag.perUser,
        options: (tags ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
        isLoading: !tags,
        load: loadTags,
      },
      ...(imported ? [imported] : []),
    ],
    [t, customer, imported, tags, loadTags],
  )
}

/** Exports all users that match the filters. */
function UserExport() {
  const t = usePhrases()
  const { account, accountType, tagGuids, customerGuid, activated, importGuid } = useSearchOf('/user')
  const filters = { account, accountType, tagGuids, customerGuid, activated, importGuid }
  return (
    <ExportMenu
      path={userCalls.export.path}
      payload={filters}
      count={() => countRows(userCalls.find, filters)}
      fileName={t('customer.user.list.fileName')}
    />
  )
}

const LIST = { list: 'user', call: userCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const trial = useSession().developer.devInfo.trial
  const canCreate = useCan(userCalls.create)
  const canUpdate = useCan(userCalls.update)
  const canResend = useCan(userCalls.resendActivation)
  const canDelete = useCan(userCalls.delete)
  const remove = useDeleteUser()
  const resend = useResendActivation()
  const filters = useFilters()
  const columns = useMemo(() => userColumns(t), [t])
  const card = useCallback((row: UserRow) => userCard(t, row), [t])
  const actions = useCallback(
    (row: UserRow): RowAction[] => [
      ...(canUpdate
        ? [
            {
              key: 'edit',
              label: t('customer.user.actions.edit'),
              icon: Pencil,
              href: pathTo('/user/edit', { guid: row.guid }),
            },
          ]
        : []),
      {
        key: 'view',
        label: t('customer.user.actions.view'),
        icon: Eye,
        href: pathTo('/user/view', { guid: row.guid }),
      },
      ...(canResend && isWaiting(row)
        ? [{ key: 'resend', label: t('customer.user.actions.resend'), icon: Send, onSelect: () => resend(row) }]
        : []),
      ...(canDelete
        ? [
            {
              key: 'delete',
              label: t('customer.user.actions.delete'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => remove(row),
            },
          ]
        : []),
    ],
    [canUpdate, canResend, canDelete, resend, remove, t],
  )
  const batch = useUserBatch()
  const sentence = t('customer.user.list.sentence')
  const ways = (
    <Can call={userCalls.create}>
      <ScreenLink to="/user/import" className={buttonClass()}>
        <FileUp size={15} aria-hidden />
        {t('customer.user.list.import')}
      </ScreenLink>
      <ScreenLink to="/user/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('customer.user.titles.new')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/user"
      {...LIST}
      title={t('customer.user.titles.list')}
      sentence={trial ? t('customer.user.list.trial', { sentence, ...trial.users }) : sentence}
      primary={
        <>
          <Can call={userCalls.export}>
            <UserExport />
          </Can>
          {ways}
        </>
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={batch}
      empty={{
        icon: UsersRound,
        title: t('customer.user.list.emptyTitle'),
        sentence: canCreate ? t('customer.user.list.emptySentence') : undefined,
        action: ways,
      }}
      kind="user"
    />
  )
}
