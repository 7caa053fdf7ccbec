// What an operation of an operator did, in one verb. The log keeps the call, whose name says it; calls that do one of
// two things are told apart by their facts.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { DeskDeed, OperationType } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'

/** The verb of a call, which is the last part of its name. */
const BY_VERB: Readonly<Record<string, DeskDeed>> = {
  answer: 'answer',
  approve: 'approve',
  ask: 'ask',
  assign: 'assign',
  confirmCorrection: 'confirm',
  correct: 'correct',
  credit: 'correct',
  grantPackages: 'give',
  invite: 'invite',
  openVisit: 'visit',
  publishNotice: 'publish',
  reject: 'reject',
  resend: 'send',
  resume: 'resume',
  retireOffer: 'end',
  revokeInvitation: 'takeBack',
  send: 'send',
  suspend: 'suspend',
  takeBack: 'takeBack',
  testMail: 'send',
  testSms: 'send',
  verifyLog: 'verify',
  withdrawNotice: 'withdraw',
  withdrawPrice: 'withdraw',
}

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

interface Logged {
  call: string
  type: number
  before: LoggedFacts | null
  after: LoggedFacts | null
}

export function deedOf({ call, type, after }: Logged): DeskDeed {
  const verb = call.split('.').at(-1) ?? ''
  const facts = after ?? {}
  switch (verb) {
    case 'correct':
      // A correction above the limit is added to those that wait for a second operator.
      return type === OPERATION_TYPES.add ? 'propose' : 'correct'
    case 'package':
      if (type === OPERATION_TYPES.delete) return 'end'
      return type === OPERATION_TYPES.update ? 'give' : 'add'
    case 'rejectCorrection':
      return facts['state'] === 'withdrawn' ? 'withdraw' : 'reject'
    case 'decide':
      return 'reason' in facts ? 'reject' : 'approve'
    case 'setEnabled':
      return Object.values(facts).includes(true) ? 'enable' : 'disable'
    default:
      return BY_VERB[verb] ?? TYPES.find((name) => OPERATION_TYPES[name] === type) ?? 'update'
  }
}
