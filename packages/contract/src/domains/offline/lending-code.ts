// Lending codes: 11 characters of the alphabet of license codes, with a check character, in a name space of their own.
// They are shown as XXXX-XXXX-XXX.
import { LIMITS } from '../../limits.ts'
import { checkedCode, isCheckedCode } from '../license/license-code.ts'

const { codeLength: LENGTH } = LIMITS.lending

/** The number of random values of a lending code. */
export const LENDING_CODE_VALUES = LENGTH - 1
export const lendingCodeOf = (values: readonly number[]) => checkedCode(values, LENGTH)
export const isLendingCode = (text: string) => isCheckedCode(text, LENGTH)
