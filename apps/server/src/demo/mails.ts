// The e-mail templates of the demo: one in each state of the review.
import { EMAIL_TEMPLATE_TYPES, emailTemplateCalls } from '@sealwright/contract'
import type { Locale, PayloadOf } from '@sealwright/contract'
import { decideTemplate } from '../domains/email-template/index.ts'
import type { Day, Story } from './story.ts'
import type { Words } from './words/index.ts'

const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:6px;background-color:#2d4fd6;color:#ffffff;text-decoration:none'
const { addAccountActivate, addAccountNew, promotion, registration } = EMAIL_TEMPLATE_TYPES

type Became = 'enabled' | 'approved' | 'rejected' | 'withdrawn' | 'reviewing'
interface DemoTemplate extends PayloadOf<typeof emailTemplateCalls.create> {
  ago: number
  became: Became
}

const templatesOf = ({ invitation, account, offer, activated }: Words['mails'], language: Locale): DemoTemplate[] => [
  {
    ago: 75,
    became: 'enabled',
    name: invitation.name,
    type: addAccountActivate,
    language,
    subject: invitation.subject,
    body:
      `<h1>${invitation.title}</h1><p>${invitation.text}</p><p style="text-align:center">` +
      `<a href="{activationLink}" style="${BUTTON}">${invitation.button}</a></p><p>${invitation.code}</p>`,
  },
  {
    ago: 40,
    became: 'approved',
    name: account.name,
    type: addAccountNew,
    language,
    subject: account.subject,
    body: account.body,
  },
  {
    ago: 21,
    became: 'rejected',
    name: offer.name,
    type: promotion,
    language,
    subject: offer.subject,
    body: offer.body,
  },
  {
    ago: 14,
    became: 'withdrawn',
    name: activated.name,
    type: registration,
    language,
    subject: activated.subject,
    body: activated.body,
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
export const mailDays = ({ make, ground, words }: Pick<Story, 'ground' | 'make' | 'words'>, language: Locale): Day[] =>
  templatesOf(words.mails, language).map(({ ago, became, ...payload }) => ({
    ago,
    act: async () => {
      const [made] = await make(emailTemplateCalls.create, [payload])
      const guid = made?.guid ?? ''
      if (became === 'withdrawn') await make(emailTemplateCalls.withdraw, [{ guid }])
      const written = { guid, revision: 1 }
      if (became === 'rejected')
        await decideTemplate(ground, { ...written, event: 'reject', reason: words.mails.offer.rejected })
      if (became === 'approved' || became === 'enabled')
        await decideTemplate(ground, { ...written, event: 'approve', reason: null })
      if (became === 'enabled') await make(emailTemplateCalls.enable, [{ guid }])
    },
  }))
