// Deletes all licenses and quota use of a trial developer, in the transaction that makes the developer formal.
import { LICENSE_STATUSES, statusAt } from '@sealwright/contract'
import { recordByPlatform } from '../../../kernel/audit/record.ts'
import type { TrialEnd } from '../../developer/index.ts'
import { WHOLE_DEVELOPER, clearUse, readUse } from '../issue/quota.queries.ts'
import { statusLabel, targetOf } from '../license.rules.ts'
import { endAll } from './acts.queries.ts'

export const trialLicensesEnd: TrialEnd = {
  async deleteTrialLicenses(db, developerId, { now, say }) {
    const of = { db, developerId }
    const actorName = say('developer.log.platform')
    const known = await endAll(of, now, { actorName, withDeleted: true })
    // Each issue of a trial holds this row. Here it waits for those in progress, whose licenses end as well.
    await readUse(of, WHOLE_DEVELOPER, 'trial', true)
    const ended = [...known, ...(await endAll(of, now, { actorName, withDeleted: false }))]
    await clearUse(of)
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
