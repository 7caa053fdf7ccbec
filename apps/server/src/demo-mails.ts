// The e-mail templates of the demo: one in each state of the review.
import { EMAIL_TEMPLATE_TYPES, emailTemplateCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import type { Ground } from './compose.ts'
import type { Story } from './demo-licenses.ts'
import { decideTemplate } from './domains/email-template/index.ts'

const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:6px;background-color:#2d4fd6;color:#ffffff;text-decoration:none'
const { addAccountActivate, addAccountNew, promotion, registration } = EMAIL_TEMPLATE_TYPES

type Became = 'enabled' | 'approved' | 'rejected' | 'withdrawn' | 'reviewing'
interface DemoTemplate extends PayloadOf<typeof emailTemplateCalls.create> {
  ago: number
  became: Became
}

const TEMPLATES: readonly DemoTemplate[] = [
  {
    ago: 75,
    became: 'enabled',
    name: '激活邀请（中文）',
    type: addAccountActivate,
    language: 'zh',
    subject: '{developerName} 邀请您激活账号',
    body:
      '<h1>欢迎使用</h1><p>{userName}，您好！</p><p>{developerName} 已为您开通账号 <strong>{account}</strong>。' +
      `请在 {days} 天内激活：</p><p style="text-align:center"><a href="{activationLink}" style="${BUTTON}">激活账号</a></p>` +
      '<p>也可以在激活页面输入激活码 {activationCode}。</p>',
  },
  {
    ago: 40,
    became: 'approved',
    name: '新账号通知',
    type: addAccountNew,
    language: 'zh',
    subject: '{developerName} 为您开通了账号',
    body:
      '<p>{userName}，您好！</p><p>{developerName} 已为您开通账号 {account}。</p>' +
      '<ul><li><p>先<a href="{passwordLink}">设置密码</a></p></li><li><p>再用这个账号登录软件</p></li></ul>',
  },
  {
    ago: 21,
    became: 'rejected',
    name: '春季活动',
    type: promotion,
    language: 'zh',
    subject: '{developerName} 春季活动',
    body: '<h2>限时优惠</h2><p>{productName} 的活动进行到 {expireTime}，<a href="{campaignUrl}">立即参加</a>。</p>',
  },
  {
    ago: 14,
    became: 'withdrawn',
    name: '激活成功',
    type: registration,
    language: 'zh',
    subject: '{developerName} 账号激活成功',
    body: '<p>{userName}，您的账号 {account} 已激活。</p>',
  },
  {
    ago: 1,
    became: 'reviewing',
    name: 'Activation (English)',
    type: addAccountActivate,
    language: 'en',
    subject: '{developerName} invites you to activate your account',
    body:
      '<p>Hello {userName},</p><p>{developerName} created the account {account} for you. ' +
      '<a href="{activationLink}">Activate it</a> within {days} days.</p>',
  },
]

/** The days on which templates were written and decided. */
export const mailStory = (make: Story['make'], ground: Ground) =>
  TEMPLATES.map(({ ago, became, ...payload }) => ({
    ago,
    act: async () => {
      const [made] = await make(emailTemplateCalls.create, [payload])
      const guid = made?.guid ?? ''
      if (became === 'withdrawn') await make(emailTemplateCalls.withdraw, [{ guid }])
      const written = { guid, revision: 1 }
      if (became === 'rejected')
        await decideTemplate(ground, { ...written, event: 'reject', reason: '请写明如何退订推广邮件' })
      if (became === 'approved' || became === 'enabled')
        await decideTemplate(ground, { ...written, event: 'approve', reason: null })
      if (became === 'enabled') await make(emailTemplateCalls.enable, [{ guid }])
    },
  }))
