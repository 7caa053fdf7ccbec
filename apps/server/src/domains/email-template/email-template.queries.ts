// The SQL of e-mail templates. A developer has at most some hundred, so lists need no search index.
import type { EMAIL_TEMPLATE_SORTS, Locale } from '@sealwright/contract'
import { REVIEW_STATUSES } from '@sealwright/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type pg from 'pg'
import type { Ordering } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, listRows, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { emailTemplate } from './email-template.tables.ts'
import type { EmailTemplate } from './email-template.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

interface Filters {
  name?: string | undefined
  type?: readonly EmailTemplate['type'][] | undefined
  status?: readonly EmailTemplate['status'][] | undefined
  language?: Locale | undefined
}

/** A list for readPage, in a total order (ties by guid). */
export async function listTemplates(
  scope: Scope,
  { name: part, type, status, language }: Filters,
  { sort = 'updateTime', order = sort === 'name' ? 'asc' : 'desc' }: Ordering<(typeof EMAIL_TEMPLATE_SORTS)[number]>,
) {
  const { name, subject, updatedAt } = emailTemplate
  const where = and(
    living(scope, emailTemplate),
    containing(part, name, subject),
    type && inArray(emailTemplate.type, [...type]),
    status && inArray(emailTemplate.status, [...status]),
    language && eq(emailTemplate.language, language),
  )
  const ids = await walkIds(scope, { table: emailTemplate, where, column: sort === 'name' ? name : updatedAt, order })
  return listOf(ids, (guids) => listRows(scope, emailTemplate, guids))
}

/** The enabled templates of the developer: at most one for each type and language. */
export function listEnabled(scope: Within) {
  const { guid, name, type, language } = emailTemplate
  return scope.db
    .select({ guid, name, type, language })
    .from(emailTemplate)
    .where(and(living(scope, emailTemplate), eq(emailTemplate.status, REVIEW_STATUSES.enabled)))
}

/** The enabled templates of a type, one for each language. */
export function listEnabledOf(scope: Within, type: EmailTemplate['type']): Promise<EmailTemplate[]> {
  return scope.db
    .select()
    .from(emailTemplate)
    .where(
      and(
        living(scope, emailTemplate),
        eq(emailTemplate.type, type),
        eq(emailTemplate.status, REVIEW_STATUSES.enabled),
      ),
    )
}

export interface Waiting {
  guid: string
  revision: number
  developerId: number
  developerName: string
  name: string
  type: EmailTemplate['type']
  language: Locale
  subject: string
  body: string
  text: string | null
  submittedAt: Date
}

/** The templates of all developers that wait for a decision, the oldest first. */
export async function listWaiting(owner: pg.Pool): Promise<Waiting[]> {
  const { rows } = await owner.query<Waiting>(
    `select t.guid, t.revision, t.developer_id as "developerId", d.name as "developerName", t.name, t.type, t.language,
       t.subject, t.body, t.text, t.submitted_at as "submittedAt"
     from email_template t join developer d on d.id = t.developer_id
     where t.status = $1 and t.deleted_at is null order by t.submitted_at, t.guid`,
    [REVIEW_STATUSES.reviewing],
  )
  return rows
}

/** The developer of a template, whoever that is. */
export async function findOwner(owner: pg.Pool, guid: string): Promise<number | undefined> {
  const { rows } = await owner.query<{ developer_id: number }>(
    'select developer_id from email_template where guid = $1 and deleted_at is null',
    [guid],
  )
  return rows[0]?.developer_id
}
