export { IssueCost, Price } from './price/issue-cost.tsx'
