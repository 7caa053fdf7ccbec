// Administrators who join while the developer's setting `approvalForNew` is on are named in a flow of their own: the
// super administrator approves what they issue. It is an ordinary flow, so whoever manages flows can change its steps,
// and takes a person out of it once they may issue alone. It comes last, after the developer's own flows.
import { LICENSE_FAMILIES, LIMITS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { listAccountNames } from '../../kernel/account-names.ts'
import { recordByPlatform } from '../../kernel/audit/record.ts'
import { readConfig } from '../../kernel/developer-config.ts'
import { insertRow, updateRow } from '../../kernel/entity/rows.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { OnJoined } from '../access/index.ts'
import { findSuperAdministrator, lockDeveloper } from '../developer/index.ts'
import type { FlowContent, Moment } from './approval.kind.ts'
import { approvalFlow } from './approval.tables.ts'
import { insertVersion, listFlows } from './flow.queries.ts'
import type { FlowWithContent } from './flow.queries.ts'

export interface NewcomerDeps {
  ids: Ids
  languages: Record<Locale, Sentences>
}

/** The name of the flow, with a number if another flow has it. */
function freeName(name: string, flows: readonly FlowWithContent[]): string {
  const taken = new Set(flows.map((flow) => flow.name.toLowerCase()))
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name} ${n}`
    if (!taken.has(one.toLowerCase())) return one
  }
}

export function createNewcomers({ ids, languages }: NewcomerDeps): OnJoined {
  return async (of: Moment, accountId) => {
    if (!(await readConfig(of, 'approvalForNew'))) return
    const { developerId, now } = of
    await lockDeveloper(of)
    const chief = await findSuperAdministrator(of.db, developerId)
    if (!chief) throw new Error('a developer without a super administrator')
    const say = languages[chief.locale]
    const flows = await listFlows(of)
    // A flow that somebody switched off catches nobody, but the setting still says that new ones are caught.
    const known = flows.find(
      ({ isForNew, isOn, content }) => isForNew && isOn && content.requesterIds.length < LIMITS.approval.named,
    )
    const by = { updatedBy: chief.accountId, updatedAt: now }
    const content: FlowContent = known
      ? { ...known.content, requesterIds: [...known.content.requesterIds, accountId] }
      : {
          name: freeName(say('config.flow'), flows),
          families: LICENSE_FAMILIES,
          events: ['issue'],
          licenseIds: [],
          templateGuids: [],
          requesterIds: [accountId],
          requesterRoleGuids: [],
          includesSuper: false,
          countAbove: null,
          fenAbove: null,
          daysAbove: null,
          gifts: false,
          expireDays: LIMITS.approval.expireDays,
          steps: [{ userIds: [chief.accountId], roleGuids: [], mode: 'any', remindHours: null }],
        }
    const guid = known?.guid ?? ids.guid()
    const version = (known?.version ?? 0) + 1
    if (known) await updateRow(of, approvalFlow, guid, { ...by, version, revision: known.revision + 1 })
    else
      await insertRow(of, approvalFlow, {
        ...by,
        developerId,
        guid,
        name: content.name,
        position: flows.length + 1,
        isOn: true,
        isForNew: true,
        version,
        revision: 1,
        createdBy: chief.accountId,
        createdAt: now,
      })
    await insertVersion(of, { guid, version, content }, chief.accountId)
    const names = await listAccountNames(of, content.requesterIds)
    const named = (accountIds: readonly string[]) => accountIds.map((id) => names.get(id) ?? '—').join(', ') || null
    await recordByPlatform(of, say, 'approvalForNew', {
      type: known ? 'update' : 'add',
      target: { kind: 'approve', guid, name: content.name },
      ...(known && { before: { requesterIds: named(known.content.requesterIds) } }),
      after: { requesterIds: named(content.requesterIds) },
    })
  }
}
