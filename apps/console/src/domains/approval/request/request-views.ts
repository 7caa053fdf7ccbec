// The tabs of the queue that a person has: without the rights of an approver or an auditor, only their own requests.
import { auditCalls, privilege } from '@sealwright/contract'
import type { AuditView } from '@sealwright/contract'
import { hasAccess } from '../../../lib/session/session.tsx'
import type { Session } from '../../../lib/session/session.tsx'

const VIEWER = privilege('audit.view')

export function viewsOf(session: Session | undefined): readonly [AuditView, ...AuditView[]] {
  if (hasAccess(session, auditCalls.approve.access)) return ['mine', 'decided', 'requested', 'all']
  return hasAccess(session, VIEWER) ? ['all', 'requested'] : ['requested']
}

/** The open tab: the one in the address if the person has it, otherwise the first. */
export function openView(session: Session | undefined, asked: string | undefined): AuditView {
  const views = viewsOf(session)
  return views.find((view) => view === asked) ?? views[0]
}
