// What is said before anyone is inside: the pages outside the door load this part alone.
import { captcha } from './captcha.ts'
import { common } from './common.ts'
import { errorsOutside as errors } from './errors-outside.ts'
import { identity } from './identity.ts'
import { rules } from './rules.ts'
import { shell } from './shell.ts'

export const zhCnOutside = { captcha, common, errors, identity, rules, shell } as const
