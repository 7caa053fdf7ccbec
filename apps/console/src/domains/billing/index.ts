export { IssueCost, Price } from './issue-cost.tsx'
