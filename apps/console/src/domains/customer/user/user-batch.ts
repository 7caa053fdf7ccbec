// What the list of users does with the selected ones: tags, customer, licenses, a file, deletion. A tag is added or
// removed with one click in a menu, because the change can be undone.
import { LIMITS, SHEET_FORMATS, tagCalls, userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { BriefcaseBusiness, Download, FilePlus2, Tag, Tags, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { BatchAction } from '../../../blocks/list/batch-bar.tsx'
import type { MenuItem } from '../../../blocks/overlay/menu.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { goToHref } from '../../../lib/place/go.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES, issueToUsersHref } from '../../license/index.ts'
import { askChange, guidsOf, showChange } from './user-batch-dialogs.tsx'
import type { UserChange } from './user-batch-dialogs.tsx'
import { useDeleteUsers } from './user-delete.tsx'

type Rows = readonly UserRow[]
const OPTIONS_STALE_MS = 60_000

/** The tags of these users by name, each with its number of users. */
function tagsOf(rows: Rows) {
  const found = new Map<string, { guid: string; name: string; count: number }>()
  for (const { tags } of rows)
    for (const { guid, name } of tags) found.set(guid, { guid, name, count: (found.get(guid)?.count ?? 0) + 1 })
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Changes users without a question, then shows the task. */
function useChangeUsers() {
  const { act } = useAct(userCalls.batchUpdate)
  return useCallback(
    async (rows: Rows, change: UserChange, done: () => void) => {
      const taskId = (await act({ guids: guidsOf(rows), ...change }))?.taskId
      if (taskId === undefined) return
      done()
      await showChange(taskId)
    },
    [act],
  )
}

function useTagActions(): BatchAction<UserRow>[] {
  const t = usePhrases()
  const change = useChangeUsers()
  const [areTagsWanted, load] = useWanted()
  const { data } = useAnswer(tagCalls.list, {}, { staleMs: OPTIONS_STALE_MS, enabled: areTagsWanted })
  return useMemo(() => {
    const additions = (rows: Rows, done: () => void): MenuItem[] => {
      const known = tagsOf(rows)
      const isOnAll = (guid: string) => known.some((tag) => tag.guid === guid && tag.count === rows.length)
      return [
        {
          key: ' several',
          label: t('customer.user.batch.several'),
          onSelect: () => void askChange('tags', rows, done),
        },
        ...(data ?? []).map(({ guid, name }, index) => ({
          key: guid,
          label: name,
          startsGroup: index === 0,
          isDisabled: isOnAll(guid),
          onSelect: () => void change(rows, { addTags: [name] }, done),
        })),
      ]
    }
    const removals = (rows: Rows, done: () => void): MenuItem[] => {
      const known = tagsOf(rows)
      if (known.length === 0)
        return [{ key: ' none', label: t('customer.user.batch.noTags'), isDisabled: true, onSelect: () => undefined }]
      return known.map(({ guid, name, count }) => ({
        key: guid,
        label: t('customer.user.batch.tagOf', { name, count }),
        onSelect: () => void change(rows, { removeTagGuids: [guid] }, done),
      }))
    }
    const max = LIMITS.user.batchMax
    return [
      { key: 'addTags', label: t('customer.user.batch.addTags'), icon: Tag, max, items: additions, load },
      { key: 'removeTags', label: t('customer.user.batch.removeTags'), icon: Tags, max, items: removals },
    ]
  }, [t, change, data, load])
}

export function useUserBatch(): readonly BatchAction<UserRow>[] {
  const t = usePhrases()
  const canUpdate = useCan(userCalls.update)
  const canExport = useCan(userCalls.export)
  const canDelete = useCan(userCalls.delete)
  const canIssue = hasAccess(useSession(), FAMILIES.account.access.issue)
  const tagActions = useTagActions()
  const removeAll = useDeleteUsers()
  return useMemo(() => {
    const max = LIMITS.user.batchMax
    const files = (rows: Rows): MenuItem[] =>
      SHEET_FORMATS.map((format) => ({
        key: format,
        label: t(`blocks.export.${format}`),
        onSelect: () =>
          void download({
            path: userCalls.export.path,
            payload: { guids: guidsOf(rows), format },
            fileName: `${t('customer.user.list.fileName')}.${format}`,
          }),
      }))
    const offers: readonly (BatchAction<UserRow> | false)[] = [
      ...(canUpdate ? tagActions : []),
      canUpdate && {
        key: 'customer',
        label: t('customer.user.batch.customer'),
        icon: BriefcaseBusiness,
        max,
        run: (rows: Rows, done: () => void) => void askChange('customer', rows, done),
      },
      canIssue && {
        key: 'issue',
        label: t('customer.user.batch.issue'),
        icon: FilePlus2,
        max: LIMITS.license.usersPerAddition,
        run: (rows: Rows) =>
          goToHref(
            issueToUsersHref(
              rows.map(({ guid, account }) => ({ guid, name: account })),
              '/user',
            ),
          ),
      },
      canExport && { key: 'export', label: t('blocks.export.verb'), icon: Download, max, items: files },
      canDelete && {
        key: 'delete',
        label: t('customer.user.actions.delete'),
        icon: Trash2,
        isDanger: true,
        max,
        run: removeAll,
      },
    ]
    return offers.filter((offer) => offer !== false)
  }, [t, canUpdate, canIssue, canExport, canDelete, tagActions, removeAll])
}
