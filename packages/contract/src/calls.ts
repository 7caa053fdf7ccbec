// Every call there is, collected from the domains by name: an export that ends in `Calls`. The server registers this
// list, the OpenAPI document describes it, and the conformance tests walk it.
import * as domains from './domains.ts'
import type { Call } from './kernel/call.ts'

export const CALLS: readonly Call[] = Object.entries(domains)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, calls]) => Object.values(calls) as Call[]) // the naming rule above
