import { LIMITS } from '@sealwright/contract'
import type { DeliveryRow } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'

type Attempt = Pick<NonNullable<DeliveryRow['last']>, 'problem' | 'status'>

/** Why an attempt failed, or null if it did not. */
export const problemWords = (t: Translate, { problem, status }: Attempt): string | null =>
  problem === null
    ? null
    : t(`webhook.problems.${problem}`, { seconds: LIMITS.webhook.timeoutSeconds, status: String(status ?? '') })
