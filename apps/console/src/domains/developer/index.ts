export { TrialGate } from './trial-gate.tsx'
