export { OperationHistory, useHistoryTab } from './operation-history.tsx'
export { operationType, targetHref, targetName } from './operation-kind.ts'
export { countedNoun, isCounted, spaced } from './operation-words.ts'
