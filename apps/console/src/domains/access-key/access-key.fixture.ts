// An access key for the tests of its screens.
import type { AccessKeyAnswer } from './access-key-draft.ts'

export const KEY_GUID = '00000000-0000-4000-8000-0000000000e1'
export const PRODUCT = { guid: '00000000-0000-4000-8000-0000000000e2', name: '星图' }

export const accessKey: AccessKeyAnswer = {
  guid: KEY_GUID,
  keyId: 'ak_0123456789abcdefghij',
  name: '网店',
  state: 'enabled',
  privileges: ['snLicense.view'],
  isLimited: true,
  products: [PRODUCT],
  networks: ['203.0.113.0/24'],
  endTime: null,
  formerUntil: null,
  lastUsedTime: '2026-01-01T00:00:00.000Z',
  lastNetwork: '203.0.113.7',
  calls: { done: 120, refused: 3, limited: 0, failed: 1 },
  creator: '林主',
  createTime: '2026-01-01T00:00:00.000Z',
  revision: 4,
  days: [
    { day: '2025-12-31', done: 20, refused: 0, limited: 0, failed: 0 },
    { day: '2026-01-01', done: 100, refused: 3, limited: 0, failed: 1 },
  ],
}
