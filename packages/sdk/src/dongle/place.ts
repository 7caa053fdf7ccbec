// Where virtual dongles are: a folder for each in one folder of the user, and a socket inside while it is plugged in.
import { dirname, join } from 'node:path'
import { placeOf } from '../defaults.ts'

export const donglesFolder = () => join(dirname(placeOf({ developerId: 0 })), 'dongles')

/** Windows has no sockets in folders, but a name space of its own for pipes. */
export const plugOf = (folder: string, serial: string) =>
  process.platform === 'win32' ? `\\\\.\\pipe\\sealwright-dongle-${serial}` : join(folder, serial, 'plug')
