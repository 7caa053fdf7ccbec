// Every group of calls of the platform desk. An export whose name ends in `Desk` is a group; calls.ts collects them.
export * from './desk/operator-roles.ts'
export * from './desk/operator.ts'
