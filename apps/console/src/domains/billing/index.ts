export { IssueCost } from './issue-cost.tsx'
export { PriceLines } from './price-lines.tsx'
