// Operation-log rows of requests. They name the requester; the log itself names who acted.
import { yuanText } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Request } from './approval.tables.ts'

const factsOf = ({ say }: Pick<Scope, 'say'>, row: Request): LoggedFacts => ({
  state: say(`audit.states.${row.state}`),
  step: row.step,
  requester: row.requesterName,
  count: row.count,
  fen: yuanText(row.fen),
})

export async function logRequest(
  scope: Pick<Scope, 'record' | 'say'>,
  row: Request,
  type: 'add' | 'update',
  before?: Request,
  more: LoggedFacts = {},
): Promise<void> {
  await scope.record({
    type,
    target: { kind: 'audit', guid: row.guid, name: row.number },
    ...(before && { before: factsOf(scope, before) }),
    after: { ...factsOf(scope, row), ...more },
  })
}
