// The topics of the platform desk, and the refusals among them.
import { withoutErrors } from '../../entity.ts'
import { desk as frame } from './frame.ts'
import { operator } from './operator.ts'

const { topics, errors } = withoutErrors({ operator })
export const desk = { topics: { ...topics, desk: frame }, errors }
