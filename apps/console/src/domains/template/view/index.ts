export { ContentView, GoneModules, ProductName, TermGroup, TermGroups, grantTabs } from '../template-content-view.tsx'
