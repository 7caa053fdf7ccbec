// The mails of the seven types: the developer's enabled template, or else the platform's text. `open` reads the
// template once, for any number of recipients.
import { DEFAULT_LOCALE, EMAIL_TEMPLATE_TYPES, variablesOf } from '@sealwright/contract'
import type { EmailTemplateType, EmailTexts, EmailVariable, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Message } from '../../kernel/mail/outbox.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findSuperAdministrator } from '../developer/index.ts'
import { listEnabledOf } from './email-template.queries.ts'
import { bodyOfText, openMail, withLastLine } from './mail-html.rules.ts'

export type MailValues = Partial<Record<EmailVariable, string>>
/**
 * The texts of one message. `text` is the short text for a mobile number; templates do not change it. The last line
 * follows the text, whoever wrote it.
 */
export type ComposeMail = (values: MailValues, lastLine?: string) => Pick<Message, 'subject' | 'body' | 'html' | 'text'>

/** What a mail must say to stand for a platform text that is not the one of its type. */
const NEEDED = { licensesEnding: ['productName', 'expireTime'] } as const satisfies Record<string, EmailVariable[]>

/** Some people read the body and some read the plain text, so each must have it, unless the subject has it. */
function isSaid({ subject, body, text }: EmailTexts, name: EmailVariable): boolean {
  const isIn = (part: string) => part.includes(`{${name}}`)
  return isIn(subject) || (isIn(body) && (!text || isIn(text)))
}

export interface Mailing {
  /**
   * The template in the recipient's language, else in the developer's, else the platform's text. With a platform text
   * of another kind, only templates that contain its variables count. Runs in a transaction of the tenant.
   */
  open(
    of: Pick<Scope, 'db' | 'developerId'>,
    type: EmailTemplateType,
    locale: Locale,
    platformText?: keyof typeof NEEDED,
  ): Promise<ComposeMail>
}

/** Every variable of the type has a value. */
const filled = (type: EmailTemplateType, values: MailValues): Record<string, string> => ({
  ...Object.fromEntries(variablesOf(type).map((name) => [name, ''])),
  ...values,
})

/** The platform's own text, as a template. */
export function platformTexts(say: Sentences, type: EmailTemplateType): EmailTexts {
  const variables = Object.fromEntries(variablesOf(type).map((name) => [name, `{${name}}`]))
  return { subject: say(`mail.${type}.subject`, variables), body: bodyOfText(say(`mail.${type}.body`, variables)) }
}

export function createMailing({ languages }: { languages: Record<Locale, Sentences> }): Mailing {
  return {
    async open(of, type, locale, platformText) {
      const say = languages[locale]
      const needed = platformText === undefined ? [] : NEEDED[platformText]
      const enabled = (await listEnabledOf(of, EMAIL_TEMPLATE_TYPES[type])).filter((template) =>
        needed.every((name) => isSaid(template, name)),
      )
      const inLanguage = (language: Locale) => enabled.find((template) => template.language === language)
      const template =
        inLanguage(locale) ??
        (enabled.length > 0
          ? inLanguage((await findSuperAdministrator(of.db, of.developerId))?.locale ?? DEFAULT_LOCALE)
          : undefined)
      const compose = template && openMail(template.language, template)
      const own = `mail.${platformText ?? type}`
      return (given, lastLine) => {
        const values = filled(type, given)
        const text = say(`${own}.text`, values)
        if (!compose)
          return {
            subject: say(`${own}.subject`, values),
            body: withLastLine(say(`${own}.body`, values), lastLine),
            text,
          }
        const { subject, html, text: body } = compose(values, lastLine)
        return { subject, body, html, text }
      }
    },
  }
}
