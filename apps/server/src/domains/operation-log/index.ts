// The public interface of the operation log, read side. The kernel writes the log.
import { operationLogCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Verification } from '../../kernel/audit/verify.ts'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createReading } from './operation-log.service.ts'
import type { ReadingDeps } from './operation-log.service.ts'

export { changesOf } from './operation-log.service.ts'
export type { RecentOperations } from './operation-log.service.ts'

export interface OperationLogDeps extends Pick<ReadingDeps, 'tasksOf'> {
  languages: Record<Locale, Sentences>
  verifyLog(chain: number): Promise<Verification>
}

export function createOperationLog({ languages, tasksOf, verifyLog }: OperationLogDeps): {
  bindings: Binding[]
  recent: ReturnType<typeof createReading>['recent']
} {
  const reading = createReading({ languages: Object.values(languages), tasksOf })
  return {
    recent: reading.recent,
    bindings: [
      answers(operationLogCalls.find, reading.find),
      answers(operationLogCalls.actors, reading.actors),
      answersFile(operationLogCalls.export, reading.exportRows),
      answersAlone(operationLogCalls.verify, async ({ caller, asking }) => {
        if (!caller) throw new Refusal('session.expired')
        const { rows, waiting, checkpoints, problems } = await verifyLog(caller.developer.id)
        return { rows, waiting, checkpoints, problems, time: asking.now }
      }),
    ],
  }
}
