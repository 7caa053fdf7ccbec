// One file of the build: a lending administrator needs both.
export { LendingDesk } from './lending-desk.tsx'
export { RequestLink } from './request-link.tsx'
