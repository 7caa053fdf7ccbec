export { useMailTab } from './mail-tab.tsx'
