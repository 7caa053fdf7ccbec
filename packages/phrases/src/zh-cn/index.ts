import { blocks } from './blocks.ts'
import { privileges } from './common.ts'
import { dashboard } from './dashboard.ts'
import { developer } from './developer.ts'
import { mail } from './mail.ts'
import { operationLog } from './operation-log.ts'
import { zhCnOutside } from './outside.ts'
import { ownAccount } from './own-account.ts'
import { product } from './product.ts'
import { template } from './template.ts'

export const zhCn = { ...zhCnOutside, blocks, dashboard, developer, mail, operationLog, ownAccount, privileges, product, template } as const
