export { askAct } from '../actions/act.tsx'
export { askRekey, isRekeyable } from '../actions/rekey.tsx'
