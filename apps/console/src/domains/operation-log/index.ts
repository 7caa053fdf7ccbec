export { OperationHistory } from './operation-history.tsx'
export { TARGETS, operationType, targetName } from './operation-kind.ts'
