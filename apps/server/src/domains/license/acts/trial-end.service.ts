// Deletes all licenses and quota use of a trial developer, in the transaction that makes the developer formal.
import { LICENSE_STATUSES, statusAt } from '@sealwright/contract'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { TrialEnd } from '../../developer/index.ts'
import { statusLabel, targetOf } from '../license.rules.ts'
import { endAll } from './acts.queries.ts'

export const trialLicensesEnd: TrialEnd = {
  async deleteTrialLicenses(db, developerId, { now, say }) {
    const ended = await endAll({ db, developerId }, now, say('developer.log.platform'))
    const after = { status: statusLabel(say, LICENSE_STATUSES.deleted) }
    await recordByPlatform(
      { db, developerId, now },
      say,
      'endTrial',
      ...ended.map((row) => ({
        type: 'delete' as const,
        target: targetOf(row),
        before: { status: statusLabel(say, statusAt(row, now)) },
        after,
      })),
    )
    return ended.length
  },
}
