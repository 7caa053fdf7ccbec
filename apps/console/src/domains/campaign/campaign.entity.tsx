// Campaigns: the table of their fields, for the list, the page and the history. The form has its own sections.
import { activityCalls } from '@sealwright/contract'
import { defineEntity } from '../../blocks/entity/entity.ts'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { CampaignPeriod, CampaignPlaces, CampaignState, CampaignTerms, CampaignWho } from './manage/campaign-cells.tsx'

export const campaign = defineEntity({
  kind: 'activity',
  domain: 'activity',
  calls: activityCalls,
  paths: { list: '/activity', new: '/activity/new', edit: '/activity/edit', view: '/activity/view' },
  title: {
    minWidth: 180,
    below: ({ number }) => number,
    cardBelow: ({ number, status }) => (
      <span className="campaign-card-state">
        <CampaignState status={status} /> {number}
      </span>
    ),
  },
  fields: [
    { name: 'name', filter: 'activity.list.search', input: {} },
    {
      name: 'status',
      show: ({ status }) => <CampaignState status={status} />,
      column: { minWidth: WIDTHS.tag, priority: 3 },
    },
    {
      name: 'startTime',
      label: 'activity.fields.period',
      show: (row) => <CampaignPeriod row={row} />,
      column: { minWidth: 190, priority: 2, sort: true },
      card: true,
      input: {},
    },
    { name: 'endTime', show: ({ endTime }) => <TimeCell at={endTime} />, input: {} },
    {
      name: 'maxParticipants',
      label: 'activity.fields.places',
      show: (row) => <CampaignPlaces row={row} />,
      column: { minWidth: 150, priority: 2 },
      card: true,
      fact: true,
      input: {},
    },
    {
      name: 'licenseDays',
      label: 'activity.fields.license',
      show: (row) => <CampaignTerms row={row} />,
      column: { minWidth: 190 },
      card: true,
      fact: true,
      input: {},
    },
    {
      name: 'userScope',
      show: (row) => <CampaignWho row={row} />,
      column: { minWidth: 150 },
      card: true,
      fact: true,
      input: {},
    },
    { name: 'createdBy', fact: true },
    { name: 'createTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
  ],
})
