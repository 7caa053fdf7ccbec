// The public interface of messages.
export { createNotify } from './notify.service.ts'
