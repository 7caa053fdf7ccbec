// Access keys of the open API: the public interface.
import { accessKeyCalls } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { OpenKeys } from '../../kernel/http/open-calls.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Caller } from '../../kernel/scope.ts'
import { accessKeyPurgeJob } from './access-key.job.ts'
import { createAccessKeyService } from './access-key.service.ts'
import { createSigning } from './signing.service.ts'
import type { SigningDeps } from './signing.service.ts'

export function createAccessKey(deps: SigningDeps & { clock: Clock }): {
  bindings: Binding[]
  keys: OpenKeys
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
  jobs: readonly Job[]
  /** Writes the counts of calls that are still in memory. */
  flush(): Promise<void>
} {
  const service = createAccessKeyService(deps)
  const signing = createSigning(deps)
  return {
    ...signing,
    jobs: [accessKeyPurgeJob(deps)],
    bindings: [
      answers(accessKeyCalls.find, service.find),
      answers(accessKeyCalls.get, service.get),
      answers(accessKeyCalls.create, service.create),
      answers(accessKeyCalls.update, service.update),
      answers(accessKeyCalls.setEnabled, service.setEnabled),
      answers(accessKeyCalls.rotate, service.rotate),
      answers(accessKeyCalls.delete, service.remove),
    ],
  }
}
