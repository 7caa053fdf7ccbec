// The list of campaigns. Its cards are wide: they show the links with their QR codes and why a campaign paused itself.
import { CAMPAIGN_STATUSES, LIMITS, activityCalls, campaignStatusOf } from '@sealwright/contract'
import type { CampaignAnswer, CampaignRow } from '@sealwright/contract'
import { Megaphone, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { oneHref, useEntityWords } from '../../../blocks/entity/entity.ts'
import type { AnyEntity } from '../../../blocks/entity/entity.ts'
import { useFields } from '../../../blocks/entity/field-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { Can } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { campaign } from '../campaign.entity.tsx'
import { useCampaignActions } from './acts/campaign-acts.ts'
import { PauseNotice } from './campaign-cells.tsx'
import { useTemplateOptions } from './form/template-options.ts'
import { CampaignLinks } from './links/campaign-links.tsx'
import './campaign.css'

const SIZES = [1, 2, 4].map((times) => times * LIMITS.page.campaignSize)

export const first = firstPage<CampaignRow>({ list: campaign.kind, call: activityCalls.find, sizes: SIZES })

const TABLE: AnyEntity<CampaignRow, CampaignAnswer> = campaign
const keyOf = (row: CampaignRow) => row.guid
const nameOf = (row: CampaignRow) => row.name
const hrefOf = (row: CampaignRow) => oneHref(campaign.paths.view, row)

function useFilters(own: readonly Filter[]): Filter[] {
  const t = usePhrases()
  const { isOffered, rowOf: _rowOf, ...templates } = useTemplateOptions()
  return [
    ...own,
    {
      kind: 'picks',
      name: 'status',
      label: t('activity.fields.status'),
      options: Object.values(CAMPAIGN_STATUSES).map((status) => ({
        value: String(status),
        label: t(`activity.statuses.${campaignStatusOf(status)}`),
      })),
    },
    ...(isOffered
      ? [{ kind: 'pick' as const, name: 'templateGuid', label: t('activity.fields.templateGuid'), ...templates }]
      : []),
  ]
}

export function Screen() {
  const t = usePhrases()
  const words = useEntityWords(campaign)
  const { columns, card: ownCard, filters: ownFilters } = useFields(TABLE, hrefOf)
  const filters = useFilters(ownFilters)
  const card = useCallback(
    (row: CampaignRow) => ({
      ...ownCard(row),
      body: (
        <div className="campaign-card-body">
          <PauseNotice row={row} />
          <CampaignLinks row={row} />
        </div>
      ),
    }),
    [ownCard],
  )
  const create = useMemo(
    () => (
      <Can call={activityCalls.create}>
        <ScreenLink to="/activity/new" className={buttonClass({ kind: 'primary' })}>
          <Plus size={15} aria-hidden />
          {words('blocks.entity.new')}
        </ScreenLink>
      </Can>
    ),
    [words],
  )
  return (
    <ListPage
      path="/activity"
      list={campaign.kind}
      call={activityCalls.find}
      sizes={SIZES}
      title={t('activity.titles.list')}
      sentence={t('activity.list.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useCampaignActions()}
      empty={{
        icon: Megaphone,
        title: t('activity.list.emptyTitle'),
        sentence: t('activity.list.emptySentence'),
        action: create,
      }}
    />
  )
}
