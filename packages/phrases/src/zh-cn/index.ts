import { common, privileges } from './common.ts'
import { errors } from './errors.ts'
import { identity } from './identity.ts'
import { operationLog } from './operation-log.ts'
import { product } from './product.ts'
import { rules } from './rules.ts'

export const zhCn = { common, errors, identity, operationLog, privileges, product, rules } as const
