// The mails about a user or a license: what became of them, and sending a failed or kept one again. Who may see the row
// may see its mails; rows outside the caller's scope are not found.
import { licensePrivilege, mailMachine } from '@sealwright/contract'
import type { MailSubject, Privilege, mailCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Operation } from '../../kernel/audit/record.ts'
import { readPage } from '../../kernel/db/list.ts'
import { found } from '../../kernel/entity/refuse.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findUsers } from '../customer/index.ts'
import { listNamed } from '../license/index.ts'
import * as queries from './mail.queries.ts'

type Payload<Name extends keyof typeof mailCalls> = z.output<(typeof mailCalls)[Name]['payload']>

interface Subject {
  target: Operation['target']
  see: Privilege
  /** Null: nobody delivers such a license by mail. */
  resend: Privilege | null
}

const require = ({ caller, say }: Scope, privilege: Privilege) =>
  requireAnyPrivilege(caller, [privilege], (name) => say(`privileges.${name}`))

/** The row that the mails are about, and the rights over them. Refuses callers who may not see the row. */
async function subjectOf(scope: Scope, about: MailSubject, guid: string): Promise<Subject> {
  const subject = about === 'user' ? await userOf(scope, guid) : await licenseOf(scope, guid)
  require(scope, subject.see)
  return subject
}

async function userOf(scope: Scope, guid: string): Promise<Subject> {
  const { account } = found((await findUsers(scope, [guid])).get(guid), 'user.notFound')
  return { target: { kind: 'user', guid, name: account }, see: 'user.view', resend: 'user.update' }
}

async function licenseOf(scope: Scope, guid: string): Promise<Subject> {
  const { family, serial } = found((await listNamed(scope, [guid])).get(guid), 'license.notFound')
  return {
    target: { kind: `${family}License`, guid, name: serial },
    see: licensePrivilege(family, 'view'),
    resend: family === 'account' ? null : licensePrivilege(family, 'deliver'),
  }
}

const holds = ({ caller }: Scope, privilege: Privilege | null) => privilege !== null && caller.privileges.has(privilege)

export function createMailService({ mailer }: { mailer: Pick<Mailer, 'retry'> }) {
  async function find(scope: Scope, { about, guid, currentPage, pageSize, order = 'desc' }: Payload<'find'>) {
    const { resend } = await subjectOf(scope, about, guid)
    const list = await queries.listMails(scope, { kind: about, guid }, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const mayResend = holds(scope, resend)
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        canResend: mayResend && mailMachine.next(row.state, 'retry') !== undefined,
      })),
    }
  }

  async function resend(scope: Scope, { about, guid, id }: Payload<'resend'>) {
    const { target, resend: right } = await subjectOf(scope, about, guid)
    if (right === null) throw new Refusal('mail.notFound')
    require(scope, right)
    const mail = found(await queries.findMail(scope, { kind: about, guid }, id), 'mail.notFound')
    // The update waits for a concurrent one and then finds the mail queued.
    if (!(await mailer.retry(scope.db, id))) throw new Refusal('mail.stateForbids')
    await scope.record({ type: 'update', target, before: { resentTo: null }, after: { resentTo: mail.recipient } })
    return {}
  }

  return { find, resend }
}
