// The public exports of the SDK.
export { createSealwright } from './sealwright.ts'
export type {
  Activation,
  Borrowing,
  BrowserLoginOptions,
  DataArea,
  DataContent,
  FileRequest,
  LicenseFile,
  LicenseStatus,
  Sealwright,
  SealwrightEvents,
  SealwrightOptions,
  SessionOptions,
  SignedIn,
  SignInCode,
} from './face.ts'
export type { Session } from './session.ts'
export type { LeaseClaims, LeasedProduct } from './lease.ts'
export { readMachine } from './machine.ts'
export type { MachineReading } from './machine.ts'
export { LicenseRefusal, OFFLINE_REASONS, Unreachable } from './refusal.ts'
export type { Language, OfflineReason } from './refusal.ts'
export { contactDongle } from './dongle/contact.ts'
export type { DongleContactOptions } from './dongle/contact.ts'
export type {
  DongleDetails,
  DongleDriver,
  DongleHandle,
  DongleInfo,
  DongleLicense,
  DongleOpening,
  DonglePackage,
} from './dongle/driver.ts'
export { localDongles } from './dongle/local.ts'
export { openDongle, readDonglePublic } from './dongle/open.ts'
export type { DongleOptions, DongleSession } from './dongle/open.ts'
export { DONGLE_REASONS, DongleFault } from './dongle/refusal.ts'
export type { DongleReason } from './dongle/refusal.ts'
