export { OperationHistory } from './operation-history.tsx'
export { TARGETS, operationType } from './operation-kind.ts'
