export { changesOf, useContentDraft } from '../template-content-draft.ts'
export { ContentFields } from '../template-content-fields.tsx'
export type { ContentAnswer } from '../template-draft.ts'
