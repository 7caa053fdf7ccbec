// Every call there is, collected by name: exports of the domains that end in `Calls`, and of the platform desk that end
// in `Desk`. The server registers these lists, the OpenAPI document describes them, and the conformance tests walk
// them.
import * as desk from './desk.ts'
import * as domains from './domains.ts'
import type { Call } from './kernel/call.ts'

export const CALLS: readonly Call[] = Object.entries(domains)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, calls]) => Object.values(calls) as Call[]) // the naming rule above

/** The calls of platform operators. */
export const DESK_CALLS: readonly Call[] = Object.entries(desk)
  .filter(([name]) => name.endsWith('Desk'))
  .flatMap(([, calls]) => Object.values(calls) as Call[]) // the naming rule above
