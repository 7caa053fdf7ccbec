export { MachineParts } from '../machine-parts.tsx'
