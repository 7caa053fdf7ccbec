// The parts of the update form that the form of an approval request uses too.
export { useLicenseWords } from '../detail/license-differences.ts'
export { UpdatePanel } from './license-update-panel.tsx'
