export { useNewTemplateActions } from './actions/new-template.ts'
