// The operators' own log: reading and verifying it.
import { developerGuid } from '@sealwright/contract'
import type { Locale, operatorDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { DESK_CHAIN } from '../../kernel/audit/record.ts'
import type { Verification } from '../../kernel/audit/verify.ts'
import { readPage, requirePeriod } from '../../kernel/db/list.ts'
import type { DeskContext, DeskScope } from '../../kernel/desk.ts'
import { changesOf } from '../operation-log/index.ts'
import { deedOf } from './deed.rules.ts'
import { listLog } from './log.queries.ts'
import type { LogLine } from './log.queries.ts'

type Payload<Name extends keyof typeof operatorDesk> = z.output<(typeof operatorDesk)[Name]['payload']>

/**
 * The name of what an operation changed. A notice or a message has a title in each language, which the facts hold; the
 * name of its target is the Chinese one.
 */
function nameOf({ target_name: name, before, after }: LogLine, locale: Locale): string {
  const title = after?.['titleEn'] ?? before?.['titleEn']
  return locale === 'en' && typeof title === 'string' ? title : name
}

export async function findLog(
  { db, locale }: DeskScope,
  { currentPage, pageSize, order = 'desc', sort: _sort, ...filter }: Payload<'log'>,
) {
  requirePeriod(filter)
  const list = listLog(db, filter, order)
  const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: String(row.id),
      at: new Date(row.at),
      operator: row.actor_name,
      type: row.type,
      deed: deedOf(row),
      targetKind: row.target_kind,
      targetGuid: row.target_guid,
      targetName: nameOf(row, locale),
      changes: changesOf(row.before, row.after),
      network: row.network,
      requestId: row.request_id,
      sealed: row.sealed,
    })),
  }
}

export async function verifyDeskLog(
  { asking, write }: Pick<DeskContext, 'asking' | 'write'>,
  verify: (chain: number) => Promise<Verification>,
) {
  const { rows, waiting, checkpoints, problems } = await verify(DESK_CHAIN)
  await write((scope) =>
    scope.record({
      type: 'update',
      target: { kind: 'verification', guid: developerGuid(DESK_CHAIN), name: scope.say('desk.titles.log') },
      after: { rows, problems: problems.length },
    }),
  )
  return { rows, waiting, checkpoints, problems, time: asking.now }
}
