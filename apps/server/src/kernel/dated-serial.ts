// Serial numbers for people and payment providers: a prefix, the date in Asia/Shanghai and ten random characters.
// People read them out on the phone, so the alphabet has no look-alikes. The database enforces uniqueness.
import { randomInt } from 'node:crypto'
import { wallTime } from '@sealwright/contract'

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export function datedSerial(prefix: string, now: Date): string {
  const day = wallTime(now, 'Asia/Shanghai').slice(0, 10).replaceAll('-', '')
  return `${prefix}${day}${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}
