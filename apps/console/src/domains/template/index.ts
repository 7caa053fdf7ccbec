// What other domains may take at no weight. Whoever imports a face takes all of it into its screen's chunk, so that
// what is heavy has a face of its own: terms/ (words and cells of lists), view/ (a content to read), form/ (a content
// to change).
export { useNewTemplateActions, useTemplateLists } from './actions/of-product.ts'
export { FAMILIES } from './template-family.ts'
