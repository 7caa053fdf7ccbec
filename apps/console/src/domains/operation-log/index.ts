export { OperationHistory } from './operation-history.tsx'
