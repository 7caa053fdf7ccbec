export { useApiPassword } from './api-password.ts'
