// Light exports for other domains. Importing an index pulls all of its exports into the screen's chunk, so heavy parts
// have their own index: terms/ (texts and list cells), view/ (read-only content) and form/ (editable content).
export { useNewTemplateActions, useTemplateLists } from './actions/of-product.ts'
export { FAMILIES } from './template-family.ts'
export { useTrialCodes } from './template-no-product.tsx'
