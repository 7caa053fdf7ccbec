// The topics of the platform desk, and the refusals among them.
import { withoutErrors } from '../../entity.ts'
import { center } from './center.ts'
import { desk as frame } from './frame.ts'
import { health } from './health.ts'
import { dongle } from './lock-stock.ts'
import { operator } from './operator.ts'
import { review } from './review.ts'
import { talk } from './talk.ts'
import { tariff } from './tariff.ts'
import { tenant } from './tenant.ts'

const { topics, errors } = withoutErrors({ center, dongle, health, operator, tariff })
export const desk = { topics: { ...topics, desk: frame, review, talk, tenant }, errors }
