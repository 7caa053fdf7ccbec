// A campaign, its participants and its report, for tests.
import { CAMPAIGN_STATUSES, LICENSE_STATUSES, PRIVILEGES } from '@sealwright/contract'
import type { CampaignAnswer, ParticipantRow } from '@sealwright/contract'
import { session } from '../../../lib/stage.fixture.tsx'
import type { Report } from './report-days.ts'

export const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const CAMPAIGN = guidOf(1)
export const [POSTER, MAILING, OLD] = [guidOf(11), guidOf(12), guidOf(13)]

const linkOf = (guid: string, name: string, isActive = true) => ({
  guid,
  name,
  url: `https://center.example/p/campaign/${guid.slice(-4)}`,
  isActive,
  views: 10,
  participations: 2,
})

export const campaignOf = (given: Partial<CampaignAnswer> = {}): CampaignAnswer => ({
  guid: CAMPAIGN,
  number: 'HD202601010001',
  name: '新春体验',
  status: CAMPAIGN_STATUSES.running,
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-03-01T00:00:00.000Z',
  maxParticipants: 100,
  taken: 2,
  userScope: 2,
  accountTypes: [0, 1],
  templateGuid: guidOf(2),
  templateName: '体验版',
  productName: '星图',
  licenseDays: 30,
  licenseDeadline: null,
  useCount: null,
  kickOut: null,
  links: [linkOf(POSTER, '海报'), linkOf(MAILING, '邮件'), linkOf(OLD, '旧链接', false)],
  hasPicture: false,
  pauseReason: null,
  pauseRemedy: null,
  createTime: '2025-12-01T00:00:00.000Z',
  updateTime: '2025-12-01T00:00:00.000Z',
  createdBy: 'Lin',
  acts: [],
  introduction: null,
  downloadUrl: null,
  picture: null,
  publishTime: '2025-12-01T00:00:00.000Z',
  publishedBy: 'Lin',
  pauseTime: null,
  terminateTime: null,
  firstUses: 1,
  revision: 1,
  ...given,
})

export const participantOf = (n: number, given: Partial<ParticipantRow> = {}): ParticipantRow => ({
  guid: guidOf(100 + n),
  userGuid: guidOf(200 + n),
  account: `u${n}@example.com`,
  joinTime: '2026-01-05T02:00:00.000Z',
  linkGuid: POSTER,
  linkName: '海报',
  via: 'qr',
  isNew: true,
  spreadCode: null,
  bdVid: null,
  keyword: null,
  licenseGuid: guidOf(300 + n),
  serial: `L00${n}`,
  licenseStatus: LICENSE_STATUSES.bound,
  expireTime: '2026-02-04T02:00:00.000Z',
  firstUseTime: null,
  costFen: 100,
  ...given,
})

const figures = (views: number, registrations: number, participations: number, firstUses: number) => ({
  views,
  registrations,
  participations,
  firstUses,
})

export const reportOf = (given: Partial<Report> = {}): Report => ({
  startDay: '2026-01-05',
  endDay: '2026-01-11',
  totals: figures(400, 30, 50, 20),
  links: [
    { guid: POSTER, name: '海报', isActive: true, ...figures(300, 25, 40, 16) },
    { guid: MAILING, name: '邮件', isActive: true, ...figures(100, 5, 10, 4) },
    { guid: OLD, name: '旧链接', isActive: false, ...figures(0, 0, 0, 0) },
  ],
  days: [
    { day: '2026-01-05', linkGuid: POSTER, ...figures(300, 25, 40, 16) },
    { day: '2026-01-05', linkGuid: MAILING, ...figures(60, 3, 6, 2) },
    { day: '2026-01-08', linkGuid: MAILING, ...figures(40, 2, 4, 2) },
  ],
  sources: [
    { source: 'via', value: 'qr', ...figures(300, 25, 40, 16) },
    { source: 'spreadCode', value: 'EXPO26', ...figures(0, 9, 11, 3) },
  ],
  costFen: 5_000,
  units: [{ stock: 'packageLicenses', count: 7 }],
  costPerUseFen: 250,
  ...given,
})

export const holding = (privileges: readonly string[] = PRIVILEGES) => ({
  data: { ...session, isMainAccount: false, privileges: [...privileges] },
})
