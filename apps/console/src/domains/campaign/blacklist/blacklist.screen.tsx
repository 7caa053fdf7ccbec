// The blacklist of campaigns: its entries, and the attempts that it refused.
import { LIMITS, blacklistCalls } from '@sealwright/contract'
import type { BlacklistEntry } from '@sealwright/contract'
import { Ban, FileUp, ListX, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { Tabs } from '../../../blocks/control/tabs.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { Attempts } from './attempts.tsx'
import { openAdd, openReason } from './blacklist-add.tsx'
import { openImport } from './blacklist-import.tsx'
import { entryCard, entryColumns, entryFilters } from './blacklist.columns.tsx'
import './blacklist.css'

const PATH = '/activity/blacklist'
const LIST = { list: 'campaignBlacklist', call: blacklistCalls.findBlacklist }
const TAB = 'attempts'

const keyOf = (row: BlacklistEntry) => row.guid
const nameOf = (row: BlacklistEntry) => row.value

function useDelete(): (entries: readonly BlacklistEntry[], done?: () => void) => void {
  const t = usePhrases()
  const { act } = useAct(blacklistCalls.deleteBlacklist)
  return useCallback(
    (entries, done) => {
      const [first] = entries
      if (!first) return
      void confirmAction({
        title:
          entries.length === 1
            ? t('activity.report.blacklist.deleteTitle', { value: first.value })
            : t('activity.report.blacklist.deleteMany', { count: entries.length }),
        consequence: t('activity.report.blacklist.deleteConsequence'),
        verb: t('activity.report.blacklist.delete'),
        run: async () => {
          const answer = await act({ guids: entries.map(({ guid }) => guid) })
          if (!answer) return
          toast.success(t('activity.report.blacklist.deleted', { count: answer.count }))
          done?.()
        },
      })
    },
    [t, act],
  )
}

function Adding() {
  const t = usePhrases()
  return (
    <>
      <Button icon={FileUp} onPress={openImport}>
        {t('activity.report.blacklist.import')}
      </Button>
      <Button kind="primary" icon={Plus} onPress={openAdd}>
        {t('activity.report.blacklist.add')}
      </Button>
    </>
  )
}

function Entries() {
  const t = usePhrases()
  const remove = useDelete()
  const actions = useCallback(
    (row: BlacklistEntry): RowAction[] => [
      {
        key: 'edit',
        label: t('activity.report.blacklist.edit'),
        icon: Pencil,
        isShown: true,
        onSelect: () => openReason(row),
      },
      ...(row.attempts > 0
        ? [
            {
              key: TAB,
              label: t('activity.report.blacklist.showAttempts'),
              icon: ListX,
              href: pathTo(PATH, { tab: TAB, entryGuid: row.guid }),
              isShown: false,
            },
          ]
        : []),
      {
        key: 'delete',
        label: t('activity.report.blacklist.delete'),
        icon: Trash2,
        isDanger: true,
        onSelect: () => remove([row]),
      },
    ],
    [t, remove],
  )
  return (
    <ListPage
      isTab
      path={PATH}
      {...LIST}
      title={t('activity.report.blacklist.tabs.entries')}
      filters={useMemo(() => entryFilters(t), [t])}
      columns={useMemo(() => entryColumns(t), [t])}
      card={(row) => entryCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={useMemo(
        () => [
          {
            key: 'delete',
            label: t('activity.report.blacklist.delete'),
            icon: Trash2,
            isDanger: true,
            max: LIMITS.campaign.blacklist.atOnce,
            run: remove,
          },
        ],
        [t, remove],
      )}
      empty={{
        icon: Ban,
        title: t('activity.report.blacklist.emptyTitle'),
        sentence: t('activity.report.blacklist.emptySentence'),
      }}
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const { tab = 'entries' } = useSearchOf(PATH)
  const title = t('activity.titles.blacklist')
  return (
    <div className="blacklist-page">
      <PageHead title={title} sentence={t('activity.report.blacklist.sentence')} actions={<Adding />} />
      <Tabs
        label={title}
        open={tab}
        onOpen={(key) => changeSearch(PATH, key === TAB ? { tab: key } : {})}
        tabs={[
          { key: 'entries', title: t('activity.report.blacklist.tabs.entries'), content: <Entries /> },
          { key: TAB, title: t('activity.report.blacklist.tabs.attempts'), content: <Attempts keeps={{ tab: TAB }} /> },
        ]}
      />
    </div>
  )
}
