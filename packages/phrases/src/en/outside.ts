import type { OutsidePhrases } from '../index.ts'
import { captcha } from './captcha.ts'
import { common } from './common.ts'
import { errorsOutside as errors } from './errors-outside.ts'
import { identity } from './identity.ts'
import { rules } from './rules.ts'
import { shell } from './shell.ts'

export const enOutside: OutsidePhrases = { captcha, common, errors, identity, rules, shell }
