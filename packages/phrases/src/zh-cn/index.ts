import { entityPhrases } from '../entity.ts'
import type { ErrorPhrases, NounPhrases, PrivilegePhrases } from '../shape.ts'
import { accessKey } from './access-key.ts'
import { access } from './access.ts'
import { approve } from './approval/approve.ts'
import { audit } from './approval/audit.ts'
import { billing } from './billing/billing.ts'
import { blocks } from './blocks.ts'
import { activity } from './campaign/activity.ts'
import { captcha } from './captcha.ts'
import { common, nouns, privileges } from './common.ts'
import { config } from './config.ts'
import { customer } from './customer.ts'
import { dashboard } from './dashboard.ts'
import { demo } from './demo.ts'
import { desk } from './desk/index.ts'
import { developer } from './developer.ts'
import { controlLock } from './dongle/control-lock.ts'
import { dongleLicense } from './dongle/dongle-license.ts'
import { userLock } from './dongle/user-lock.ts'
import { emailTemplate } from './email-template.ts'
import { errors } from './errors.ts'
import { feedback } from './feedback.ts'
import { guide } from './guide.ts'
import { identity } from './identity.ts'
import { integration } from './integration.ts'
import { integrator } from './integrator.ts'
import { license } from './license.ts'
import { mail } from './mail.ts'
import { message } from './message.ts'
import { codePage } from './offline/code-page.ts'
import { lending } from './offline/lending.ts'
import { offline } from './offline/offline.ts'
import { operationLog } from './operation-log.ts'
import { ownAccount } from './own-account.ts'
import { product } from './product.ts'
import { rules } from './rules.ts'
import { runtime } from './runtime/runtime.ts'
import { sender } from './sender.ts'
import { shell } from './shell.ts'
import { statistics } from './statistics.ts'
import { task } from './task.ts'
import { template } from './template.ts'
import { visitor } from './visitor.ts'
import { webhook } from './webhook.ts'

const entities = entityPhrases({
  accessKey,
  activity,
  approve,
  audit,
  config,
  controlLock,
  dongleLicense,
  emailTemplate,
  integrator,
  lending,
  offline,
  sender,
  statistics,
  userLock,
  webhook,
})

export const zhCn = {
  ...entities.topics,
  ...desk.topics,
  access: { ...access, areas: { ...access.areas, ...entities.areas } },
  billing,
  blocks,
  captcha,
  codePage,
  common,
  customer,
  dashboard,
  demo,
  developer,
  errors: { ...errors, ...entities.errors, ...desk.errors } satisfies ErrorPhrases,
  feedback,
  guide,
  identity,
  integration,
  license,
  mail,
  message,
  operationLog,
  ownAccount,
  nouns: { ...nouns, ...entities.nouns } satisfies NounPhrases,
  privileges: { ...privileges, ...entities.privileges } satisfies PrivilegePhrases,
  product,
  rules,
  runtime,
  shell,
  task,
  template,
  visitor,
} as const
