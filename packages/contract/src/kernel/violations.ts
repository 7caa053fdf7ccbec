// Turns schema errors into named rules, so that the server's answer and the form's live check show the same sentence.
// Each rule name has a phrase.
import type * as z from 'zod/mini'

export const RULES = [
  'badFormat',
  'batchApproving',
  'batchBillingDiffers',
  'batchDeductDiffers',
  'batchForeverDiffers',
  'batchGift',
  'batchLending',
  'batchLocked',
  'batchPpm',
  'batchPreIssued',
  'batchProductDiffers',
  'batchProductEnds',
  'batchRejected',
  'batchTypeDiffers',
  'batchUnfit',
  'batchUpdateWaits',
  'belowConcurrent',
  'blacklistValue',
  'campaignTermMissing',
  'cloudForever',
  'cloudOneTime',
  'contactFormat',
  'controlCharacters',
  'countAlone',
  'dataAreaTooLarge',
  'duplicateItemKey',
  'duplicateLink',
  'duplicateModule',
  'duplicateProduct',
  'duplicateTag',
  'duplicateUser',
  'endAfterLicense',
  'endNotFuture',
  'endTooEarly',
  'fileEmpty',
  'fileKind',
  'fileTooLarge',
  'foreverNeedsOneTime',
  'formNotOffered',
  'giftDevices',
  'giftForever',
  'giftTooLong',
  'giftsAscend',
  'logoTooLarge',
  'logoTooWide',
  'missingVariable',
  'moduleNotDefined',
  'needsUpdate',
  'notAccount',
  'notAmount',
  'notApplicable',
  'notBase64',
  'notDay',
  'notEmail',
  'notHost',
  'notInteger',
  'notMobile',
  'notNetwork',
  'notPicture',
  'notPng',
  'notUrl',
  'notZero',
  'oneMachine',
  'overAddition',
  'passwordFormat',
  'passwordsDiffer',
  'phoneFormat',
  'pinFormat',
  'pinsDiffer',
  'ppmDeduct',
  'productNotFound',
  'productNotSoft',
  'required',
  'shadowName',
  'softNeedsFormal',
  'spaces',
  'specialCharacters',
  'startAfterDeadline',
  'startAfterEnd',
  'termMissing',
  'termsNotAccepted',
  'tiersFit',
  'timeOutOfRange',
  'tooBig',
  'tooFew',
  'tooLong',
  'tooMany',
  'tooShort',
  'tooSmall',
  'topUpAmount',
  'unknownVariable',
  'voucherTooLong',
  'voucherUnfit',
  'websiteFormat',
  'wrongType',
] as const
export type RuleName = (typeof RULES)[number]

export interface Violation {
  /** Dotted path from the payload's root, such as `modules.3.moduleName`. */
  path: string
  rule: RuleName
  params: Record<string, string | number>
}

function isRule(name: unknown): name is RuleName {
  return (RULES as readonly unknown[]).includes(name)
}

function fromIssue(issue: z.core.$ZodIssue, given: unknown): Pick<Violation, 'rule' | 'params'> {
  switch (issue.code) {
    case 'custom': {
      const { rule, ...params } = (issue.params ?? {}) as Record<string, string | number> // only `rule()` makes these
      return { rule: isRule(rule) ? rule : 'badFormat', params }
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      if (issue.origin === 'string') return { rule: 'tooLong', params: { max } }
      return { rule: issue.origin === 'array' ? 'tooMany' : 'tooBig', params: { max } }
    }
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string') return { rule: min <= 1 ? 'required' : 'tooShort', params: { min } }
      return { rule: issue.origin === 'array' ? 'tooFew' : 'tooSmall', params: { min } }
    }
    case 'invalid_type':
      if (given === undefined || given === null) return { rule: 'required', params: {} }
      return { rule: issue.expected === 'int' || issue.expected === 'number' ? 'notInteger' : 'wrongType', params: {} }
    case 'invalid_value':
      return { rule: given === undefined || given === null ? 'required' : 'badFormat', params: {} }
    default:
      return { rule: 'badFormat', params: {} }
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key] // any object can be indexed
  }
  return value
}

/** More than a person corrects at once. Without a limit, a small body with many wrong values blocks the process. */
const MOST_VIOLATIONS = 200

/** The first violation of each path, up to a limit. */
export function violationsOf(error: z.core.$ZodError, input: unknown): Violation[] {
  const found = new Map<string, Violation>()
  for (const issue of error.issues) {
    if (found.size === MOST_VIOLATIONS) break
    const path = issue.path.map(String).join('.')
    if (!found.has(path)) found.set(path, { path, ...fromIssue(issue, valueAt(input, issue.path)) })
  }
  return [...found.values()]
}
