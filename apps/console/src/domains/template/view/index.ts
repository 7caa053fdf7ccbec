export { ContentView, ProductName, TermGroup } from '../template-content-view.tsx'
