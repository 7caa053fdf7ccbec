import { LIMITS } from '@sealwright/contract'
import type { MailProblem } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'

export const problemWords = (t: Translate, problem: MailProblem): string =>
  t(`sender.problems.${problem}`, { seconds: LIMITS.sender.timeoutSeconds })
