import type { Leaves } from '../index.ts'
import type { accessKey as source } from '../zh-cn/access-key.ts'

export const accessKey: Leaves<typeof source> = {
  noun: 'access key',
  privileges: {},
  errors: {
    notFound: 'The access key does not exist or was deleted',
    limit: 'At most {max} access keys',
    nameTaken: 'There is an access key with this name already',
    unsigned: 'The request is not signed: the header {header} is missing',
    badSignature: 'The signature is wrong. Check the key id, the secret and the signed text.',
    badTime: 'The time of the request differs from the server by more than {seconds, number} seconds. Check the clock.',
    replayed: 'This request was received before (the nonce repeats)',
    disabled: 'The access key is disabled',
    ended: 'The access key has ended',
    networkNotAllowed: 'The access key cannot be used from {network}',
    badCursor: 'The cursor is invalid. Start again from the first page.',
  },
  fields: {
    name: 'Name',
    keyId: 'Key ID',
    state: 'State',
    privileges: 'Privileges',
    productGuids: 'Products',
    networks: 'Allowed networks',
    endTime: 'Ends',
    isEnabled: 'Enabled',
    overlapHours: 'Hours that the old secret stays valid',
  },
  titles: { list: 'Access keys' },
  states: { enabled: 'Enabled', disabled: 'Disabled', ended: 'Ended' },
  results: { done: 'Done', refused: 'Refused', limited: 'Too frequent', failed: 'Server error' },
}
