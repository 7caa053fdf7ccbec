// The approval flows of the demo, and requests in every state that lasts: waiting at each step, with a question,
// approved, rejected, withdrawn and expired.
import { approveCalls, auditCalls, licenseCalls, pcLicenseCalls, userCalls } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import type { Caller } from '../kernel/scope.ts'
import type { Day, Story } from './story.ts'

const RIGHTS: readonly Privilege[] = [
  'audit.decide',
  'audit.view',
  'approve.view',
  'snLicense.view',
  'accountLicense.view',
  'smartLicense.view',
]

interface ApprovalStory extends Pick<Story, 'addColleague' | 'make' | 'seller' | 'templateOf' | 'words'> {
  /** Runs the job that lets requests expire. */
  watch(): Promise<void>
}

export function approvalDays(story: ApprovalStory): Day[] {
  const { make, words } = story
  const told = words.approval
  let head: Caller | undefined
  let finance: Caller | undefined

  async function flows() {
    head = await story.addColleague(words.head.account, words.head.userName, RIGHTS)
    finance = await story.addColleague(words.finance.account, words.finance.userName, RIGHTS)
    const only = (person: Caller | undefined) => [person?.accountId ?? '']
    await make(approveCalls.create, [
      {
        name: told.flows.channel,
        families: ['sn'],
        events: ['issue'],
        countAbove: 1,
        fenAbove: 20_000,
        expireDays: 7,
        steps: [
          { userIds: only(head), remindHours: 24 },
          { userIds: only(finance), remindHours: 48 },
        ],
      },
      {
        name: told.flows.extension,
        families: ['account', 'sn', 'smart'],
        events: ['update'],
        daysAbove: 730,
        steps: [{ userIds: [...only(head), ...only(finance)], mode: 'all' }],
      },
      {
        name: told.flows.large,
        families: ['account', 'smart'],
        events: ['issue'],
        countAbove: 5,
        steps: [{ userIds: only(head), remindHours: 24 }],
      },
    ])
  }

  /** The seller issues more than may be issued without approval. */
  async function requestMany() {
    const by = story.seller()
    const [found] = await make(userCalls.find, [{ pageSize: 10 }], { by })
    const userIds = found?.rows.slice(0, 6).map(({ guid }) => guid) ?? []
    const [toUsers] = await make(
      pcLicenseCalls.issue,
      [{ kind: 'account', templateGuids: [story.templateOf('starYear')], userIds, remark: told.team }],
      { by },
    )
    const [toDevices] = await make(
      licenseCalls.issue,
      [{ templateGuid: story.templateOf('renderEdge'), count: 8, remark: told.site }],
      { by },
    )
    if (!toUsers?.requestGuid || !toDevices?.requestGuid) throw new Error('a request of the demo was not caught')
  }

  /** The seller issues codes that wait for approval. Returns the request. */
  async function request(count: number, remark: string): Promise<string> {
    const payload = { kind: 'sn' as const, templateGuids: [story.templateOf('starSingle')], count, remark }
    const [issued] = await make(pcLicenseCalls.issue, [payload], { by: story.seller() })
    if (!issued?.requestGuid) throw new Error('a request of the demo was not caught')
    return issued.requestGuid
  }
  async function approve(guid: string, ...people: (Caller | undefined)[]) {
    for (const by of people) {
      const [found] = await make(auditCalls.get, [{ guid }], { by })
      await make(auditCalls.approve, [{ guid, revision: found?.revision ?? 0 }], { by })
    }
  }
  const bySeller = () => ({ by: story.seller() })

  return [
    { ago: 16, act: flows },
    // Nobody decided on it in time.
    { ago: 15, act: () => request(4, told.fair) },
    { ago: 14, act: async () => approve(await request(3, told.approved), head, finance) },
    {
      ago: 10,
      act: async () => {
        const guid = await request(8, told.rejected)
        await make(auditCalls.reject, [{ guid, reason: told.rejectedWhy }], { by: head })
      },
    },
    {
      ago: 9,
      act: async () => {
        const guid = await request(5, told.resubmitted)
        await make(auditCalls.reject, [{ guid, reason: told.unclear }], { by: head })
        await make(auditCalls.resubmit, [{ guid, note: told.clear }], bySeller())
        await approve(guid, head, finance)
      },
    },
    {
      ago: 7,
      act: async () => {
        const guid = await request(2, told.withdrawn)
        await make(auditCalls.withdraw, [{ guid, reason: told.withdrawnWhy }], bySeller())
      },
    },
    { ago: 6, act: story.watch },
    {
      ago: 3,
      act: async () => {
        const guid = await request(3, told.asked)
        await make(auditCalls.ask, [{ guid, text: told.question }], { by: head })
      },
    },
    { ago: 2, act: async () => approve(await request(2, told.half), head) },
    { ago: 2, act: requestMany },
    { ago: 1, act: () => request(2, told.waiting) },
  ]
}
