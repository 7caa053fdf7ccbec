import { blocks } from './blocks.ts'
import { common, privileges } from './common.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { identity } from './identity.ts'
import { mail } from './mail.ts'
import { operationLog } from './operation-log.ts'
import { product } from './product.ts'
import { rules } from './rules.ts'
import { shell } from './shell.ts'

export const zhCn = { blocks, common, dashboard, errors, identity, mail, operationLog, privileges, product, rules, shell } as const
