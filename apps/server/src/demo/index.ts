// The demo: two developers that a new user can sign in to, with a year of products, licenses, people and money.
export { DEMO_ACCOUNT, STAFF_ACCOUNT, TRIAL_ACCOUNT, makePassword } from './accounts.ts'
export { openAtFirstVisit } from './first-visitor.ts'
export { UnfinishedDemo, hasDemo, loadDemo, requireWholeDemo } from './load.ts'
