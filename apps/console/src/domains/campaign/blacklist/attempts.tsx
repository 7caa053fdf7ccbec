// The tab of refused attempts, by campaign and by entry.
import { LIMITS, activityCalls, blacklistCalls } from '@sealwright/contract'
import { ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan, useOpens } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { attemptCard, attemptColumns, attemptName } from './blacklist.columns.tsx'

const PATH = '/activity/blacklist'
const LIST = { list: 'campaignAttempt', call: blacklistCalls.findAttempts }
const PAGE = { currentPage: 1, pageSize: LIMITS.page.maxSize }
const OPTIONS_STALE_MS = 60_000

function useCampaignFilter(): Filter[] {
  const t = usePhrases()
  const canFind = useCan(activityCalls.find)
  const { guid = '' } = useSearchOf(PATH)
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    activityCalls.find,
    { ...PAGE, ...(needle && { name: needle.slice(0, LIMITS.campaign.nameMax) }) },
    { keepPrevious: true, staleMs: OPTIONS_STALE_MS, enabled: canFind && isWanted },
  )
  const isUnknown = data !== undefined && guid !== '' && !data.rows.some((row) => row.guid === guid)
  const chosen = useAnswer(activityCalls.get, { guid }, { enabled: canFind && isUnknown, staleMs: OPTIONS_STALE_MS })
  const chosenName = chosen.data?.name
  return useMemo(
    () =>
      canFind
        ? [
            {
              kind: 'pick',
              name: 'guid',
              label: t('activity.report.blacklist.campaign'),
              options: (data?.rows ?? []).map(({ guid: value, name }) => ({ value, label: name })),
              isLoading: !data || isPlaceholderData,
              load,
              onNeedle: setNeedle,
              labelOf: () => chosenName,
            },
          ]
        : [],
    [t, canFind, data, isPlaceholderData, load, chosenName],
  )
}

function useEntryFilter(): Filter {
  const t = usePhrases()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    blacklistCalls.findBlacklist,
    { ...PAGE, ...(needle && { value: needle.slice(0, LIMITS.account.accountMax) }) },
    { keepPrevious: true, staleMs: OPTIONS_STALE_MS, enabled: isWanted },
  )
  return useMemo(
    () => ({
      kind: 'pick',
      name: 'entryGuid',
      label: t('activity.report.blacklist.entry'),
      options: (data?.rows ?? []).map(({ guid, value }) => ({ value: guid, label: value })),
      isLoading: !data || isPlaceholderData,
      load,
      onNeedle: setNeedle,
    }),
    [t, data, isPlaceholderData, load],
  )
}

export function Attempts({ keeps }: { keeps: { tab: string } }) {
  const t = usePhrases()
  const opens = useOpens()
  const look = useMemo(() => ({ t, opens }), [t, opens])
  const campaign = useCampaignFilter()
  const entry = useEntryFilter()
  return (
    <ListPage
      isTab
      path={PATH}
      {...LIST}
      keeps={keeps}
      title={t('activity.report.blacklist.tabs.attempts')}
      filters={useMemo(() => [...campaign, entry], [campaign, entry])}
      columns={useMemo(() => attemptColumns(look), [look])}
      card={(row) => attemptCard(look, row)}
      rowKey={({ guid }) => guid}
      rowName={attemptName}
      empty={{
        icon: ShieldCheck,
        title: t('activity.report.blacklist.noAttemptsTitle'),
        sentence: t('activity.report.blacklist.noAttemptsSentence', { max: LIMITS.campaign.blacklist.attempts }),
      }}
    />
  )
}
