export { ContentView, ProductName, TemplateNumber, TermGroup } from '../template-content-view.tsx'
