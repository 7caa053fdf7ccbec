// The domains whose work goes on after a call: campaigns, approvals, tasks, reminders and webhooks; and the messages
// and mails that they send.
import { createApproval } from '../domains/approval/index.ts'
import { readMoved } from '../domains/billing/index.ts'
import { createCampaign } from '../domains/campaign/index.ts'
import { createEmailTemplate } from '../domains/email-template/index.ts'
import { createMessage } from '../domains/message/index.ts'
import { createReminder } from '../domains/reminder/index.ts'
import { createSender } from '../domains/sender/index.ts'
import { createTask } from '../domains/task/index.ts'
import { createWebhook } from '../domains/webhook/index.ts'
import type { Licensing } from './licensing.ts'
import type { CenterOptions, Shared } from './options.ts'
import type { People } from './people.ts'

export function composeWork(
  shared: Shared,
  { approvals, billing, dongle, license, runtime }: Licensing,
  { customer, findMember, identity }: People,
  options: CenterOptions,
) {
  const { config, database, clock, ids, log, box, languages, mailer, notify, baseUrl, isDemo, mailing, queue } = shared
  const message = createMessage(shared)
  const emailTemplate = createEmailTemplate({ mailer, notify, languages, baseUrl })
  const sender = createSender({
    database,
    ids,
    box,
    smtp: shared.smtp,
    guard: shared.smtpGuard,
    rateLimit: shared.rateLimit,
    mailer,
  })
  const reminder = createReminder({
    database,
    clock,
    log,
    notify,
    languages,
    parts: [...billing.roundParts, ...license.roundParts],
  })
  const approval = createApproval({
    database,
    clock,
    ids,
    log,
    languages,
    notify,
    approvals,
    effects: license.requests,
    openTask: queue.openTask,
    retryTask: (scope, guid) => task.retry(scope, guid),
    findMember,
  })
  const campaign = createCampaign({
    database,
    clock,
    ids,
    notify,
    baseUrl,
    issuing: license.campaigns,
    openTask: queue.openTask,
    languages,
    people: identity.visitingPeople,
    mailer,
    mailing,
    unsubscribeKey: box.derive('campaign-unsubscribe'),
    findMember,
    viewKey: box.derive('campaign-view'),
    keepsMail: config.smtpUrl === undefined,
    keepsSms: config.smsUrl === undefined,
    isDemo,
    withdraw: license.withdraw,
  })
  const task = createTask({
    database,
    clock,
    ids,
    log,
    languages,
    notify,
    unread: message.unread,
    readMoved,
    queue,
    findMember,
    kinds: [
      ...customer.taskKinds,
      ...license.taskKinds,
      ...approval.taskKinds,
      ...campaign.taskKinds,
      ...runtime.taskKinds,
      ...dongle.taskKinds,
      ...(options.taskKinds ?? []),
    ],
  })
  const webhook = createWebhook({ database, clock, log, box, notify, allowed: config.webhookAllowed })
  return { approval, campaign, emailTemplate, message, reminder, sender, task, webhook }
}

export type Work = ReturnType<typeof composeWork>
