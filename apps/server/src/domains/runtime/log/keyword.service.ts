// What people search the runtime log and the seat board for. The form of a keyword shows its kind, so that one index
// answers it; only an ambiguous keyword is searched in several columns.
import { isIP } from 'node:net'
import { isEmail, isMobile } from '@sealwright/contract'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findCoded } from '../../license/index.ts'
import type { Meant } from './keyword.kind.ts'

export async function meantBy(scope: Scope, keyword: string | undefined): Promise<Meant | undefined> {
  if (keyword === undefined) return undefined
  if (isIP(keyword.replace(/\/\d+$/, '')) !== 0) return { networks: [keyword, networkOf(keyword)] }
  if (isEmail(keyword) || isMobile(keyword)) return { text: keyword, isAccount: true }
  const licenseGuid = await findCoded(scope, keyword)
  return licenseGuid === undefined ? { text: keyword, isAccount: false } : { licenseGuid }
}
