// For tests: a campaign as the server answers it, and the stage with its screens.
import {
  CAMPAIGN_ACTS,
  CAMPAIGN_STATUSES,
  ERRORS,
  activityCalls,
  campaignMachine,
  campaignReportCalls,
  identityCalls,
  operationLogCalls,
} from '@sealwright/contract'
import type { AnswerOf, CampaignAnswer, CampaignStatusCode } from '@sealwright/contract'
import { act, waitFor, within } from '@testing-library/react'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { Screen as Adjust } from './campaign-adjust.screen.tsx'
import { Screen as Detail } from './campaign-detail.screen.tsx'
import { Screen as Edit } from './campaign-edit.screen.tsx'
import { Screen as List } from './campaign-list.screen.tsx'
import { Screen as New } from './campaign-new.screen.tsx'

export const guid = '00000000-0000-4000-8000-0000000000a1'
const DAY_MS = 86_400_000
/** A time so many days from now, at the same time of day. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

export const TEMPLATE_GUID = '00000000-0000-4000-8000-000000000001'

/** What the state machine allows a person in this state. */
const actsIn = (status: CampaignStatusCode) =>
  CAMPAIGN_ACTS.filter((event) => campaignMachine.next(status, event) !== undefined)

export function campaignOf(given: Partial<CampaignAnswer> = {}): CampaignAnswer {
  const status = given.status ?? CAMPAIGN_STATUSES.running
  return {
    guid,
    number: 'HD202611170001',
    name: '开学季',
    status,
    startTime: inDays(-2),
    endTime: inDays(5),
    maxParticipants: 200,
    taken: 50,
    userScope: 2,
    accountTypes: [1, 2],
    templateGuid: TEMPLATE_GUID,
    templateName: '年度',
    productName: '星图',
    licenseDays: 30,
    licenseDeadline: null,
    useCount: null,
    kickOut: null,
    links: [
      {
        guid: `${guid.slice(0, -2)}b1`,
        name: '官网',
        url: '/p/campaign/t1',
        isActive: true,
        views: 90,
        participations: 40,
      },
      {
        guid: `${guid.slice(0, -2)}b2`,
        name: '展会',
        url: '/p/campaign/t2',
        isActive: true,
        views: 10,
        participations: 0,
      },
    ],
    hasPicture: false,
    pauseReason: null,
    pauseRemedy: null,
    createTime: inDays(-9),
    updateTime: inDays(-3),
    createdBy: 'Lin',
    acts: actsIn(status),
    introduction: '送给新同学',
    downloadUrl: null,
    picture: null,
    publishTime: inDays(-3),
    publishedBy: '王越',
    pauseTime: null,
    terminateTime: null,
    firstUses: 20,
    revision: 3,
    ...given,
  }
}

const QUOTE: AnswerOf<typeof activityCalls.quote> = {
  price: {
    totalFen: 60_000,
    lines: [
      {
        kind: 'term',
        mode: 'day',
        days: 30,
        quantity: 1,
        unitFen: 10,
        count: 200,
        creditFen: 0,
        amountFen: 60_000,
      },
    ],
    units: null,
    isEnough: true,
    isOverdue: false,
  },
  payable: 120,
  problem: null,
}

const EVERY = [
  ...['view', 'create', 'update', 'delete', 'publish', 'report'].map((verb) => `activity.${verb}`),
  'accountTemplate.view',
]
const SCREENS = {
  '/activity': List,
  '/activity/new': New,
  '/activity/edit': Edit,
  '/activity/editOngoing': Adjust,
  '/activity/view': Detail,
}

export interface Opened {
  privileges?: string[]
  shown?: Partial<CampaignAnswer>
  handlers?: Parameters<typeof openStage>[2]
}

export async function open(href: string, { privileges = EVERY, shown = {}, handlers = [] }: Opened = {}) {
  const row = campaignOf(shown)
  const stage = await openStage(SCREENS, href, [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [activityCalls.find, () => ({ data: { rows: [row], records: 1, total: 1 } })],
    [activityCalls.get, () => ({ data: row })],
    [activityCalls.quote, () => ({ data: QUOTE })],
    [operationLogCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })],
    [
      campaignReportCalls.chart,
      () => ({
        data: {
          startDay: '2026-11-01',
          endDay: '2026-11-17',
          totals: { views: 100, registrations: 30, participations: 50, firstUses: 20 },
          links: [],
          days: [],
          sources: [],
          costFen: 15_000,
          units: [],
          costPerUseFen: 750,
        },
      }),
    ],
    ...handlers,
  ])
  await act(loadSession)
  return {
    ...stage,
    sentTo: ({ path }: { path: string }) => stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}

export const refused = (error: keyof typeof ERRORS, desc: string, path?: string) => ({
  code: ERRORS[error].code,
  desc,
  data: path ? { fields: [{ path, message: desc }] } : null,
})

export const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

/** The open dialog. */
export const dialog = async () =>
  within(await waitFor(() => document.querySelector<HTMLElement>('dialog') ?? Promise.reject(new Error('no dialog'))))
