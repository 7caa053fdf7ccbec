// Identifiers and secrets, as a dependency. Guids are UUID version 7. They sort by time, so new rows go to the end of
// an index.
import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

export interface Ids {
  guid(): string
  /** An unguessable token, URL-safe. */
  token(bytes: number): string
}

export function createIds(clock: Clock): Ids {
  return {
    guid() {
      const bytes = randomBytes(16)
      bytes.writeUIntBE(clock.now().getTime(), 0, 6)
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    token: (bytes) => randomBytes(bytes).toString('base64url'),
  }
}
