// What a person can do with a campaign. The server answers the acts that privileges and status allow; viewing,
// duplicating and the report depend on privileges only.
import { CAMPAIGN_STATUSES, activityCalls } from '@sealwright/contract'
import type { CampaignAct, CampaignRow } from '@sealwright/contract'
import {
  ChartLine,
  CirclePause,
  CirclePlay,
  CircleStop,
  Copy,
  Eye,
  Mail,
  Pencil,
  Rocket,
  SlidersHorizontal,
  Trash2,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useDelete } from '../../../../blocks/entity/entity-actions.ts'
import type { RowAction } from '../../../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../../lib/call/client.ts'
import { loadPart } from '../../../../lib/on-demand.ts'
import { pathTo } from '../../../../lib/place/navigate.tsx'
import { useCan, useOpens } from '../../../../lib/session/can.tsx'
import { toast } from '../../../../lib/toast.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { campaign } from '../../campaign.entity.tsx'
import { isPromotable } from '../../promote/promotable.ts'
import { askPublish } from './publish-question.tsx'

const ICONS: Record<CampaignAct, LucideIcon> = {
  edit: Pencil,
  editOngoing: SlidersHorizontal,
  publish: Rocket,
  pause: CirclePause,
  start: CirclePlay,
  terminate: CircleStop,
  delete: Trash2,
}

function useDeleteCampaign(onDone?: () => void) {
  const t = usePhrases()
  const consequenceOf = useCallback(
    ({ status, taken }: CampaignRow) =>
      status === CAMPAIGN_STATUSES.draft ? t('activity.remove.draft') : t('activity.remove.over', { taken }),
    [t],
  )
  return useDelete(campaign, consequenceOf, onDone)
}

/** Publishes a draft, after asking. */
export function usePublish(): (row: CampaignRow) => void {
  const t = usePhrases()
  const { act } = useAct(activityCalls.publish)
  return useCallback(
    (row) =>
      void askPublish(row, async () => {
        if (await act({ guid: row.guid })) toast.success(t('activity.done.publish', { name: row.name }))
      }),
    [t, act],
  )
}

/** The acts that do something at once or after a question. */
function useRuns(
  onDeleted?: () => void,
): Record<Exclude<CampaignAct, 'edit' | 'editOngoing'>, (row: CampaignRow) => void> {
  const t = usePhrases()
  const publish = usePublish()
  const { act: pause } = useAct(activityCalls.pause)
  const { act: start } = useAct(activityCalls.start)
  const { act: terminate } = useAct(activityCalls.terminate)
  const remove = useDeleteCampaign(onDeleted)
  return useMemo(
    () => ({
      publish,
      pause: async ({ guid, name }) => {
        if (await pause({ guid })) toast.success(t('activity.done.pause', { name }))
      },
      start: async ({ guid, name }) => {
        if (await start({ guid })) toast.success(t('activity.done.start', { name }))
      },
      terminate: ({ guid, name }) =>
        void confirmAction({
          title: t('activity.terminate.title', { name }),
          consequence: t('activity.terminate.consequence'),
          verb: t('activity.terminate.verb'),
          run: async () => {
            if (await terminate({ guid })) toast.success(t('activity.done.terminate', { name }))
          },
        }),
      delete: remove,
    }),
    [t, publish, pause, start, terminate, remove],
  )
}

interface ActsOptions {
  /** The page of the campaign, where saving leads back to. */
  sourcePath?: '/activity/view'
  onDeleted?: () => void
}

/** What the campaign allows, in the order of its life. */
export function useCampaignActs({ sourcePath, onDeleted }: ActsOptions = {}): (row: CampaignRow) => RowAction[] {
  const t = usePhrases()
  const runs = useRuns(onDeleted)
  return useCallback(
    (row) =>
      row.acts.map((act): RowAction => {
        const shown = { key: act, label: t(`activity.acts.${act}`), icon: ICONS[act] }
        if (act === 'edit' || act === 'editOngoing')
          return { ...shown, href: pathTo(`/activity/${act}`, { guid: row.guid, ...(sourcePath && { sourcePath }) }) }
        const isDanger = act === 'terminate' || act === 'delete'
        return { ...shown, ...(isDanger && { isDanger }), onSelect: () => runs[act](row) }
      }),
    [t, runs, sourcePath],
  )
}

const loadPromote = () => import('../../promote/promote-dialog.tsx')
const promote = async (row: CampaignRow) => (await loadPart(loadPromote))?.openPromote(row)

/** Participants, report, promotion mails and duplicate. */
export function useCampaignWays(): (row: CampaignRow) => RowAction[] {
  const t = usePhrases()
  const opens = useOpens()
  const canCreate = useCan(activityCalls.create)
  const canPromote = useCan(activityCalls.promote)
  return useCallback(
    (row) => {
      const { guid, status } = row
      const ways = [
        {
          key: 'participants',
          label: t('activity.acts.participants'),
          icon: Users,
          href: pathTo('/activity/user', { guid }),
        },
        { key: 'report', label: t('activity.acts.report'), icon: ChartLine, href: pathTo('/activity/chart', { guid }) },
      ]
      return [
        // Nobody can have joined a draft.
        ...(status === CAMPAIGN_STATUSES.draft ? [] : ways.filter(({ href }) => opens(href))),
        ...(canPromote && isPromotable(row)
          ? [{ key: 'promote', label: t('activity.acts.promote'), icon: Mail, onSelect: () => void promote(row) }]
          : []),
        ...(canCreate
          ? [
              {
                key: 'duplicate',
                label: t('activity.acts.duplicate'),
                icon: Copy,
                href: pathTo('/activity/new', { copyOf: guid }),
              },
            ]
          : []),
      ]
    },
    [t, opens, canCreate, canPromote],
  )
}

/** The actions of a row in the list. Dangerous ones come last. */
export function useCampaignActions(): (row: CampaignRow) => RowAction[] {
  const t = usePhrases()
  const acts = useCampaignActs()
  const ways = useCampaignWays()
  return useCallback(
    (row) => {
      const all = acts(row)
      return [
        { key: 'view', label: t('blocks.entity.view'), icon: Eye, href: pathTo('/activity/view', { guid: row.guid }) },
        ...all.filter(({ isDanger }) => !isDanger),
        ...ways(row),
        ...all.filter(({ isDanger }) => isDanger),
      ]
    },
    [t, acts, ways],
  )
}
