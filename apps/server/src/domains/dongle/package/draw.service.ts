// The operations of an issue: those of its templates with the changes that they allow. Reads and judges templates by
// the same functions as other licenses. Dongle licenses cost nothing, so no billing rule applies.
import { isExpiredAt, issueChanges, wallTime } from '@sealwright/contract'
import type { LockOperation } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { readChanges, requireAllowed, requireValid } from '../../license/index.ts'
import { findContent } from '../../template/index.ts'
import type { GroupPrices } from '../../template/index.ts'
import { operationsOf } from './operation.rules.ts'

export type Changes = Parameters<typeof readChanges>[4]

export interface Drawn {
  operations: LockOperation[]
  licenseIds: number[]
  /** One for each operation. */
  templateGuids: string[]
  names: string[]
}

export function createDrawing({ prices }: { prices: GroupPrices }) {
  async function drawOne(scope: Scope, templateGuid: string, changes: Changes, field: string) {
    const found = await findContent(scope, templateGuid)
    if (found?.family !== 'dongle') throw new Refusal('template.notFound', { field })
    const { template, content } = found
    if (isExpiredAt(content.endTime, scope.asking.now))
      throw new Refusal('license.templateExpired', {
        params: {
          name: template.name,
          end: wallTime(new Date(content.endTime ?? 0), scope.caller.timeZone)
            .slice(0, 16)
            .replace('T', ' '),
        },
        field,
      })
    const changed = await readChanges(scope, 'dongle', content, {}, changes)
    requireAllowed(scope, changed, issueChanges('dongle', template))
    await requireValid(scope, prices, 'dongle', changed)
    return { name: template.name, operations: operationsOf(changed.content) }
  }

  /** The operations of these templates, each for another product. A refusal names the template. */
  return async function draw(
    scope: Scope,
    { templateGuids, changes }: { templateGuids: readonly string[]; changes?: Changes },
  ): Promise<Drawn> {
    const drawn: Drawn = { operations: [], licenseIds: [], templateGuids: [], names: [] }
    for (const [index, guid] of templateGuids.entries()) {
      const field = `templateGuids.${index}`
      const { name, operations } = await drawOne(scope, guid, changes, field)
      for (const operation of operations) {
        const licenseId = 'licenseId' in operation ? operation.licenseId : 0
        if (drawn.licenseIds.includes(licenseId)) throw new Refusal('dongleLicense.sameProduct', { field })
        drawn.licenseIds.push(licenseId)
        drawn.operations.push(operation)
        drawn.templateGuids.push(guid)
      }
      drawn.names.push(name)
    }
    return drawn
  }
}

export type Draw = ReturnType<typeof createDrawing>
