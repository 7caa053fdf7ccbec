// What people and providers call a thing: a prefix, the day by the platform's clocks, ten letters of chance. Without
// look-alikes: these are read out on the phone. That no two are the same is for the database to hold.
import { randomInt } from 'node:crypto'
import { wallTime } from '@sealwright/contract'

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export function datedSerial(prefix: string, now: Date): string {
  const day = wallTime(now, 'Asia/Shanghai').slice(0, 10).replaceAll('-', '')
  return `${prefix}${day}${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}
