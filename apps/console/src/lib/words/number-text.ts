// Numbers as both languages write them: `1,234.5`. Intl is not used, because its first formatter takes a tenth of a
// second on a slow computer.
import { thousands } from '@sealwright/contract'

export function numberText(value: number, digits: number): string {
  const [whole = '', fraction] = String(Number(Math.abs(value).toFixed(digits))).split('.')
  const sign = value < 0 && (whole !== '0' || fraction !== undefined) ? '-' : ''
  return `${sign}${thousands(whole)}${fraction === undefined ? '' : `.${fraction}`}`
}
