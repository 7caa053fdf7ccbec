// The topics of the platform desk, and the refusals among them.
import { withoutErrors } from '../../entity.ts'
import { operator } from './operator.ts'

export const desk = withoutErrors({ operator })
