export { DeductCell, LimitsCell, TwoLines } from '../template-cells.tsx'
export { useTemplateWords } from '../template-words.ts'
export type { TemplateWords } from '../template-words.ts'
