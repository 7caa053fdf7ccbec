export { useNewTemplateActions, useTemplateLists } from './actions/of-product.ts'
