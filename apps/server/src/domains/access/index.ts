// Administrators: the face. An integrator's people see no administrators of the developer.
import { accessCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listAdministrators } from '../developer/index.ts'

async function list(scope: Scope) {
  if (scope.caller.integratorGuid !== null) return []
  const rows = await listAdministrators(scope)
  return rows.map(({ user_id: userId, user_name: userName, email, mobile }) => ({ userId, userName, account: email ?? mobile, phone: mobile, email }))
}

export function createAccess(): { bindings: Binding[] } {
  return { bindings: [answers(accessCalls.list, list)] }
}
