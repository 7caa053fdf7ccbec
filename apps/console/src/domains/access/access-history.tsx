// The operation history of an administrator or a role.
import { operationLogCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Can } from '../../lib/session/can.tsx'
import { useSentences } from '../../lib/words/i18n.tsx'
import { OperationHistory } from '../operation-log/index.ts'
import { ACCESS_FIELDS, useAccessChange } from './access-change.ts'

export function AccessHistory({ kind, guid }: { kind: 'admin' | 'role'; guid: string }) {
  const say = useSentences()
  const words = useAccessChange()
  return (
    <Can call={operationLogCalls.find}>
      <OperationHistory
        targetKind={kind}
        targetGuid={guid}
        fields={ACCESS_FIELDS}
        wordsOf={words}
        labelOf={(field) => fieldLabel(say, 'access', field)}
      />
    </Can>
  )
}
