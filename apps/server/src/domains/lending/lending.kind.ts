// Types that the parts of this domain share.
import type { Scope } from '../../kernel/scope.ts'

/** A transaction of a developer. */
export type Tenant = Pick<Scope, 'db' | 'developerId'>
