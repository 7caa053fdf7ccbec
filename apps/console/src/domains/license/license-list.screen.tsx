import { screenOfFamily } from './license-family.ts'

export const screenOf = screenOfFamily(() => null)
