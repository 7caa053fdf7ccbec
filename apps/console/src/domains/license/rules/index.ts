export { RuleTrace } from './rule-trace.tsx'
