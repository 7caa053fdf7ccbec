import type {
  BlacklistKind,
  CampaignStage,
  ErrorName,
  PictureType,
  PriceUnit,
  PromotionMethod,
} from '@sealwright/contract'
import { getTableColumns } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  foreignKey,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, developerId, instant, kept, owned } from '../../kernel/db/columns.ts'

/** The refusal that made a campaign pause itself. */
export interface PauseCause {
  error: ErrorName
  params: Record<string, string | number>
}

const smallints = customType<{ data: number[] }>({ dataType: () => 'smallint[]' })

export const campaign = pgTable(
  'campaign',
  {
    ...owned,
    number: text().notNull(),
    name: text().notNull(),
    stage: text().$type<CampaignStage>().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    maxParticipants: integer('max_participants').notNull(),
    taken: integer().notNull().default(0),
    userScope: smallint('user_scope').notNull(),
    accountTypes: smallints('account_types').notNull(),
    templateGuid: uuid('template_guid').notNull(),
    licenseIds: bigint('license_ids', { mode: 'number' }).array().notNull(),
    licenseDays: integer('license_days'),
    licenseDeadline: instant('license_deadline'),
    useCount: bigint('use_count', { mode: 'number' }),
    kickOut: boolean('kick_out'),
    introduction: text(),
    downloadUrl: text('download_url'),
    picture: bytes(),
    pictureType: text('picture_type').$type<PictureType>(),
    publishedAt: instant('published_at'),
    publishedBy: uuid('published_by'),
    pausedAt: instant('paused_at'),
    pauseCause: jsonb('pause_cause').$type<PauseCause>(),
    terminatedAt: instant('terminated_at'),
    revision: integer().notNull().default(1),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Campaign = typeof campaign.$inferSelect
/** A campaign without the content of its picture, which lists do not need. */
export type ListedCampaign = Omit<Campaign, 'picture'>
const { picture: _picture, ...listed } = getTableColumns(campaign)
export const listedCampaign = listed

const ofCampaign = { campaignGuid: uuid('campaign_guid').notNull() }

export const campaignLink = pgTable(
  'campaign_link',
  {
    ...owned,
    ...ofCampaign,
    token: text().notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.guid] }),
    foreignKey({
      columns: [table.developerId, table.campaignGuid],
      foreignColumns: [campaign.developerId, campaign.guid],
    }),
  ],
)
export type Link = typeof campaignLink.$inferSelect

export const campaignSource = pgTable(
  'campaign_source',
  {
    developerId: developerId(),
    ...ofCampaign,
    n: integer().notNull(),
    source: text().$type<'spreadCode' | 'keyword'>().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.campaignGuid, table.n] })],
)

export const campaignParticipant = pgTable(
  'campaign_participant',
  {
    ...owned,
    ...ofCampaign,
    linkGuid: uuid('link_guid').notNull(),
    accountId: uuid('account_id').notNull(),
    userGuid: uuid('user_guid').notNull(),
    account: text().notNull(),
    accountType: smallint('account_type').notNull(),
    via: text().$type<PromotionMethod>().notNull(),
    isNew: boolean('is_new').notNull(),
    spreadCode: text('spread_code'),
    bdVid: text('bd_vid'),
    keyword: text(),
    codeN: integer('code_n'),
    keywordN: integer('keyword_n'),
    licenseGuid: uuid('license_guid').notNull(),
    serial: text().notNull(),
    costFen: bigint('cost_fen', { mode: 'number' }).notNull(),
    unit: text().$type<PriceUnit>(),
    network: text().notNull(),
    joinedAt: instant('joined_at').notNull(),
    joinDay: date('join_day', { mode: 'string' }).notNull(),
    firstUsedAt: instant('first_used_at'),
    firstUseDay: date('first_use_day', { mode: 'string' }),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Participant = typeof campaignParticipant.$inferSelect

export const campaignView = pgTable(
  'campaign_view',
  {
    developerId: developerId(),
    ...ofCampaign,
    linkGuid: uuid('link_guid').notNull(),
    day: date({ mode: 'string' }).notNull(),
    visitor: bytes().notNull(),
    via: text().$type<PromotionMethod>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.linkGuid, table.day, table.visitor] })],
)

export const campaignBlock = pgTable(
  'campaign_block',
  {
    ...owned,
    kind: text().$type<BlacklistKind>().notNull(),
    value: text().notNull(),
    network: inet(),
    reason: text(),
    attempts: integer().notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Block = typeof campaignBlock.$inferSelect

export const campaignAttempt = pgTable(
  'campaign_attempt',
  {
    ...owned,
    blockGuid: uuid('block_guid').notNull(),
    kind: text().$type<BlacklistKind>().notNull(),
    value: text().notNull(),
    ...ofCampaign,
    linkGuid: uuid('link_guid').notNull(),
    account: text(),
    network: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const campaignMail = pgTable(
  'campaign_mail',
  {
    developerId: developerId(),
    ...ofCampaign,
    userGuid: uuid('user_guid').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.campaignGuid, table.userGuid] })],
)

export const mailRefusal = pgTable(
  'mail_refusal',
  { developerId: developerId(), address: text().notNull(), at: instant('at').notNull() },
  (table) => [primaryKey({ columns: [table.developerId, table.address] })],
)
