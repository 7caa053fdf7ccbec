import type { Phrases } from '../index.ts'
import { blocks } from './blocks.ts'
import { privileges } from './common.ts'
import { dashboard } from './dashboard.ts'
import { developer } from './developer.ts'
import { mail } from './mail.ts'
import { operationLog } from './operation-log.ts'
import { enOutside } from './outside.ts'
import { ownAccount } from './own-account.ts'
import { product } from './product.ts'
import { template } from './template.ts'

export const en: Phrases = { ...enOutside, blocks, dashboard, developer, mail, operationLog, ownAccount, privileges, product, template }
