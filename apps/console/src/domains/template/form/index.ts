export { changesOf, useContentDraft } from '../template-content-draft.ts'
export type { ContentDraft } from '../template-content-draft.ts'
export { ContentFields } from '../template-content-fields.tsx'
export type { ContentAnswer, ContentField } from '../template-draft.ts'
