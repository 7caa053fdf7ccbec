// The senders of the demo and the mails that they sent. The servers do not exist, so none of the senders is the default
// and nobody tries to reach them.
import { senderCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import type { Story } from './story.ts'
import type { Words } from './words/index.ts'

const sendersOf = ({ service, news, domain, user }: Words['senders']): PayloadOf<typeof senderCalls.create>[] => [
  {
    email: `service@${domain}`,
    name: service,
    host: `smtp.${domain}`,
    port: 465,
    tls: 'tls',
    smtpUser: `service@${domain}`,
    password: 'demo-password',
  },
  {
    email: `news@${domain}`,
    name: news,
    host: 'smtp.mailer.example',
    port: 587,
    tls: 'starttls',
    smtpUser: user,
    password: 'demo-password',
  },
]

export async function addSenders({ ground: { database }, developerId, now: clock, make, words }: Story): Promise<void> {
  const now = clock()
  const [first, second] = await make(senderCalls.create, sendersOf(words.senders))
  await database.owner.query(
    `update sender set is_default = false,
       verified_at = case when guid = $2 then $4::timestamptz end,
       failing_since = case when guid = $3 then $4::timestamptz - interval '2 days' end,
       problem = case when guid = $3 then 'signIn' end,
       said = case when guid = $3 then '535 5.7.8 Authentication credentials invalid' end
     where developer_id = $1`,
    [developerId, first?.guid, second?.guid, now],
  )
  // Two or three mails a day. Now and then the platform had to send one, or the recipient's server refused it.
  await database.owner.query(
    `with told as (
       select guid, account, row_number() over (order by created_at desc, guid) as n from end_user
       where developer_id = $1 and account like '%@%' order by n limit 70),
     mail as (
       insert into mail_outbox (id, developer_id, kind, recipient, subject, body, state, attempts, last_error, said,
         problem, created_at, sent_at, sender_guid, sender_outcome)
       select gen_random_uuid(), $1, 'addAccountNew', account, 'addAccountNew', '',
         case when n % 17 = 0 then 'failed' else 'sent' end, 1,
         case when n % 17 = 0 then '550 5.1.1 User unknown' end,
         case when n % 17 = 0 then '550 5.1.1 User unknown' end,
         case when n % 17 = 0 then 'recipientRefused' end,
         $3::timestamptz - n * interval '9 hours',
         case when n % 17 <> 0 then $3::timestamptz - n * interval '9 hours' + interval '2 seconds' end, $2,
         case when n % 17 = 0 then 'bounced' when n % 11 = 0 then 'failed' else 'delivered' end
       from told returning id, recipient)
     insert into mail_about (developer_id, kind, guid, mail_id)
     select $1, 'user', told.guid, mail.id from mail join told on told.account = mail.recipient`,
    [developerId, first?.guid, now],
  )
}
