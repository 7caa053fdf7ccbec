export { askAct } from './act.tsx'
export { askRekey, isRekeyable } from './rekey.tsx'
