// The approval flows of the demo, and requests in every state that lasts: waiting at each step, with a question,
// approved, rejected, withdrawn and expired.
import { approveCalls, auditCalls, pcLicenseCalls } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import type { Story } from './demo-licenses.ts'
import type { Caller } from './kernel/scope.ts'

const HEAD = { account: 'shen@sealwright.example', userName: '沈岚' }
const FINANCE = { account: 'he@sealwright.example', userName: '何静' }
const RIGHTS: readonly Privilege[] = ['audit.decide', 'audit.view', 'approve.view', 'snLicense.view']

export interface ApprovalStory extends Pick<Story, 'make' | 'templateOf'> {
  addColleague(account: string, userName: string, privileges: readonly Privilege[]): Promise<Caller | undefined>
  /** The administrator whose requests wait for approval. */
  seller(): Caller | undefined
  /** Runs the job that lets requests expire. */
  watch(): Promise<void>
}

export function approvalDays(story: ApprovalStory): { ago: number; act: () => Promise<unknown> }[] {
  const { make } = story
  let head: Caller | undefined
  let finance: Caller | undefined

  async function flows() {
    head = await story.addColleague(HEAD.account, HEAD.userName, RIGHTS)
    finance = await story.addColleague(FINANCE.account, FINANCE.userName, RIGHTS)
    const only = (person: Caller | undefined) => [person?.accountId ?? '']
    await make(approveCalls.create, [
      {
        name: '渠道授权码',
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
        name: '长期延期',
        families: ['account', 'sn', 'smart'],
        events: ['update'],
        daysAbove: 730,
        steps: [{ userIds: [...only(head), ...only(finance)], mode: 'all' }],
      },
    ])
  }

  /** The seller issues codes that wait for approval. Returns the request. */
  async function request(template: string, count: number, remark: string): Promise<string> {
    const payload = { kind: 'sn' as const, templateGuids: [story.templateOf(template)], count, remark }
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
    { ago: 15, act: () => request('星图 单机 一年', 4, '展会赠送') },
    { ago: 14, act: async () => approve(await request('星图 单机 一年', 3, '远山建筑设计院'), head, finance) },
    {
      ago: 10,
      act: async () => {
        const guid = await request('星图 单机 一年', 8, '青川精密制造')
        await make(auditCalls.reject, [{ guid, reason: '客户的框架协议已到期，请先续签' }], { by: head })
      },
    },
    {
      ago: 9,
      act: async () => {
        const guid = await request('星图 单机 一年', 5, '海纳数字传媒')
        await make(auditCalls.reject, [{ guid, reason: '请说明用途' }], { by: head })
        await make(auditCalls.resubmit, [{ guid, note: '用于新办公室的五台工作站' }], bySeller())
        await approve(guid, head, finance)
      },
    },
    {
      ago: 7,
      act: async () => {
        const guid = await request('星图 单机 一年', 2, '下错了数量')
        await make(auditCalls.withdraw, [{ guid, reason: '数量填错了，重新申请' }], bySeller())
      },
    },
    { ago: 6, act: story.watch },
    {
      ago: 3,
      act: async () => {
        const guid = await request('星图 单机 一年', 6, '同舟物流')
        await make(auditCalls.ask, [{ guid, text: '合同编号是多少？' }], { by: head })
      },
    },
    { ago: 2, act: async () => approve(await request('星图 单机 一年', 4, '天工能源科技'), head) },
    { ago: 1, act: () => request('星图 单机 一年', 3, '瑞丰医疗器械') },
  ]
}
