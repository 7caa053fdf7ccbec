// Numbers as both languages write them: `1,234.5`. Not by Intl: its first formatter takes a slow machine a tenth of a
// second.
import { thousands } from '@sealwright/contract'

export function numberText(value: number, digits: number): string {
  const [whole = '', fraction] = String(Number(Math.abs(value).toFixed(digits))).split('.')
  const sign = value < 0 && (whole !== '0' || fraction !== undefined) ? '-' : ''
  return `${sign}${thousands(whole)}${fraction === undefined ? '' : `.${fraction}`}`
}
