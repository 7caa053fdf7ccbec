export { IssueCost } from './issue-cost.tsx'
