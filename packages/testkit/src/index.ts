export * from './authenticator.ts'
export * from './center.ts'
export * from './clock.ts'
export * from './smtp.ts'
