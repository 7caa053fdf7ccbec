export { LicenseRuntime } from '../license-runtime.tsx'
