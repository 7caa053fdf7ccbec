// Reminders of licenses that end: one message per family and interval to each administrator who may view the family,
// with the number of licenses in the reader's row scope. Part of the daily round.
import {
  LICENSE_FAMILIES,
  daysAfter,
  licensePath,
  licensePrivilege,
  localDay,
  reminderWindows,
} from '@sealwright/contract'
import type { LicenseFamily, ReminderWindow } from '@sealwright/contract'
import type { Round, RoundPart } from '../../../kernel/daily-round.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Notify } from '../../../kernel/notify.ts'
import { listReaders } from '../../message/index.ts'
import type { Reader } from '../../message/index.ts'
import { countEnding } from './ending.queries.ts'

/** The list of a family, filtered to the licenses of a window. */
function linkTo(family: LicenseFamily, { from, until }: ReminderWindow): string {
  const search = new URLSearchParams({
    effective: '1',
    expireStart: from.toISOString(),
    expireEnd: new Date(until.getTime() - 1).toISOString(),
    sort: 'expireTime',
    order: 'asc',
  })
  return `${licensePath(family)}?${search}`
}

export function createEndingReminders({
  database,
  notify,
}: {
  database: Pick<Database, 'inTenant'>
  notify: Notify
}): RoundPart {
  /** The readers by the number of licenses that they see. */
  async function readersByCount(round: Round, family: LicenseFamily, window: ReminderWindow) {
    const count = await countEnding(round, [family], window)
    const seenBy = ({ accountId, limited }: Reader): Promise<number> | number =>
      limited.includes('product') && count > 0
        ? database.inTenant(
            round.developerId,
            'read',
            (db) => countEnding({ db, developerId: round.developerId }, [family], window),
            { accountId, limited: new Set(limited), integratorGuid: null },
          )
        : count
    const byCount = new Map<number, string[]>()
    for (const reader of await listReaders(round, licensePrivilege(family, 'view'))) {
      const seen = await seenBy(reader)
      byCount.set(seen, [...(byCount.get(seen) ?? []), reader.accountId])
    }
    byCount.delete(0)
    return byCount
  }

  return {
    name: 'licenses',
    async run(round) {
      const { now, timeZone, lastDay } = round
      for (const window of reminderWindows(now, timeZone, lastDay))
        for (const family of LICENSE_FAMILIES)
          for (const [count, to] of await readersByCount(round, family, window))
            await notify(round, {
              kind: `${family}LicensesEnding`,
              to,
              link: linkTo(family, window),
              params: {
                count,
                firstDay: localDay(window.from, timeZone),
                day: daysAfter(localDay(now, timeZone), window.days),
              },
            })
    },
  }
}
