// The other side of the demo: what platform operators did and still have to do. Their names are in the records, but
// they have no accounts, so that the first visitor of the desk becomes the first operator.
import {
  DAY_MS,
  FEN_A_YUAN,
  billingDesk,
  developerCalls,
  developerDesk,
  fromWire,
  messageDesk,
  privilegesOfRoles,
} from '@sealwright/contract'
import type { AnswerOf, Call, Locale, PayloadOf } from '@sealwright/contract'
import * as z from 'zod/mini'
import { foundDeveloper } from '../domains/developer/index.ts'
import { DESK_CHAIN, insertOperations } from '../kernel/audit/record.ts'
import type { Operator } from '../kernel/desk.ts'
import { askingIn } from './past.ts'
import type { Past } from './past.ts'
import type { Day, Story } from './story.ts'
import { WORDS } from './words/index.ts'

export function deskDays(
  { make, words, developerId, now, present }: Story,
  { ground, center }: Past,
  { passwordHash, language }: { passwordHash: string; language: Locale },
): Day[] {
  const { database, ids, languages } = ground
  const told = words.desk
  const { zh, en } = WORDS
  const operatorNamed = (name: string): Operator => ({
    guid: ids.guid(),
    sessionId: '',
    sessionGuid: ids.guid(),
    owes: null,
    email: 'platform@sealwright.example',
    name,
    roles: ['owner'],
    privileges: new Set(privilegesOfRoles(['owner'])),
    locale: language,
    timeFormat: 'yyyy-MM-dd HH:mm',
    confirmedAt: null,
    fingerprint: null,
  })
  const admin = operatorNamed(told.operators.admin)
  const reviewer = operatorNamed(told.operators.reviewer)

  /** Makes a call of the desk. */
  async function act<C extends Call>(call: C, wire: PayloadOf<C>, operator = admin): Promise<AnswerOf<C>> {
    const { runScoped } = center.deskBindings.find((binding) => binding.call === call) ?? {}
    if (!runScoped) throw new Error(`${call.name} cannot be part of the demo`)
    const asking = askingIn(ground)
    const originAt = (chain: number) => ({
      developerId: chain,
      actorId: chain === DESK_CHAIN ? operator.guid : null,
      actorName: operator.name,
      call: call.name,
      requestId: asking.requestId,
      network: chain === DESK_CHAIN ? asking.network : null,
      fingerprint: null,
      now: asking.now,
    })
    const answer = await database.atDesk('write', (db) =>
      runScoped(
        {
          db,
          operator,
          asking,
          ids,
          locale: language,
          say: languages[language],
          record: (...operations) => insertOperations(db, originAt(DESK_CHAIN), operations),
          recordAt: (chain, ...operations) => insertOperations(db, originAt(chain), operations),
        },
        z.decode(call.payload, fromWire(call.payload, wire)), // or throws
      ),
    )
    return answer as AnswerOf<C> // by the use case of this call
  }

  /** A trial developer who wants to become a formal one. */
  const application =
    ({ company, statement, person, rejected }: (typeof told.applications)[number], nth: number) =>
    async () => {
      const account = `applicant-${nth}@sealwright.example`
      const founded = await foundDeveloper(ground, {
        name: company,
        status: 'trial',
        account,
        passwordHash,
        userName: person,
        locale: language,
      })
      const by = founded && (await center.findMember(founded.developerId, founded.accountId, now()))
      if (!by) throw new Error('an applicant of the demo cannot sign in')
      const contact = { contactName: person, contactPhone: words.phoneOf(10_000_000 + nth), contactEmail: account }
      await make(developerCalls.apply, [{ companyName: company, ...contact, statement, acceptDeletion: true }], { by })
      if (rejected)
        await act(developerDesk.decide, { id: founded.developerId, event: 'reject', reason: rejected }, reviewer)
    }

  async function suspended() {
    const { developer, person, reason } = told.suspended
    const account = 'suspended@sealwright.example'
    const given = { name: developer, account, passwordHash, userName: person, locale: language }
    const founded = await foundDeveloper(ground, { ...given, status: 'trial' })
    if (founded) await act(developerDesk.suspend, { id: founded.developerId, reason })
  }

  const correct = (kind: 'gift' | 'wallet', yuan: number, note: string) =>
    act(billingDesk.correct, { developerId, kind, amount: yuan * FEN_A_YUAN, note })
  async function rejectedCorrection() {
    const { guid } = await correct('wallet', 3_000, told.corrections.rejected)
    await act(billingDesk.rejectCorrection, { guid, reason: told.corrections.rejectedWhy }, reviewer)
  }

  const inBoth = (name: 'drafts' | 'letter') => ({
    titleZh: zh.desk[name].title,
    textZh: zh.desk[name].text,
    titleEn: en.desk[name].title,
    textEn: en.desk[name].text,
  })
  return [
    { ago: 60, act: () => act(developerDesk.addNote, { id: developerId, text: told.note }) },
    { ago: 50, act: () => correct('gift', 300, told.corrections.done) },
    { ago: 48, act: rejectedCorrection },
    { ago: 30, act: suspended },
    { ago: 27, act: () => act(messageDesk.send, { developers: [developerId], readers: 'super', ...inBoth('letter') }) },
    ...told.applications.map((applied, n) => ({ ago: 11 - 3 * n, act: application(applied, n + 1) })),
    { ago: 1, act: () => correct('wallet', 2_000, told.corrections.waiting) },
    {
      ago: 1,
      act: () => act(messageDesk.createNotice, { ...inBoth('drafts'), level: 'info', audience: 'all', developers: [] }),
    },
    {
      ago: 1,
      act: () =>
        act(billingDesk.setGifts, {
          gifts: [
            { fromFen: 100_000, percent: 3 },
            { fromFen: 1_000_000, percent: 6 },
          ],
          startTime: new Date(present.getTime() + 45 * DAY_MS).toISOString(),
          note: told.priceReason,
        }),
    },
  ]
}
