import type { Phrases } from '../index.ts'
import { runtimeScreens } from './runtime-screens.ts'
import { runtimeFixes } from './runtime.ts'
import { runtimeTold } from './runtime-told.ts'

export const runtime: Phrases['runtime'] = {
  fields: {
    developerId: 'Developer ID', code: 'License code', token: 'Token', licenseId: 'License ID', leaseId: 'Lease id', lease: 'Lease', codePassword: 'Code password', machine: 'Machine', fingerprint: 'Fingerprint', parts: 'Parts', kind: 'Kind of part', digest: 'Digest', name: 'Name', os: 'System', addresses: 'Addresses', ip: 'IP', mac: 'MAC',
    version: 'Version', revision: 'Revision', process: 'Process', processName: 'Process', pid: 'Process id', startedAt: 'Started at', osSession: 'System session', timeoutSeconds: 'Timeout in seconds', session: 'Session', amount: 'Amount', requestId: 'Request id', area: 'Data area', content: 'Content', account: 'Account', password: 'Password',
    keyword: 'Keyword', licenseGuid: 'License', isTaken: 'Taken', reason: 'Reason', act: 'Act', refused: 'Refused', kid: 'Key ID', machineParts: 'Parts used', end: 'How it ended', machineName: 'Machine', goodUntil: 'Good until', signsUntil: 'Signs until', state: 'Status',
  },
  fixes: runtimeFixes,
  ...runtimeScreens,
  ...runtimeTold,
}
