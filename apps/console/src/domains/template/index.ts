export { useNewTemplateActions, useTemplateLists } from './actions/of-product.ts'
export { FAMILIES } from './template-family.ts'
