export { ACT_ICONS, askLockAct, isStopping } from './act.tsx'
