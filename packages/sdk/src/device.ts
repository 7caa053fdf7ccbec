// For devices that we build ourselves, such as the virtual dongle. Not part of the package for vendors.
export { writeAtomically } from './atomic.ts'
export { languageOf } from './defaults.ts'
export { openLine, whileHeld } from './dongle/line.ts'
export type { Line } from './dongle/line.ts'
export { donglesFolder, plugOf } from './dongle/place.ts'
export type { LockAnswers, LockCall, LockCalls, ToldLicense, ToldLock } from './dongle/protocol.ts'
export { isCount, isTime, publishedIn, readExchangeKey, readRevocations, signerOf } from './lease.ts'
export type { Trust } from './lease.ts'
