// The public interface of messages.
export { listReaders } from './message.queries.ts'
export type { Reader } from './message.queries.ts'
export { createNotify } from './notify.service.ts'
