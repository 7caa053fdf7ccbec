// The issue form without the changes to the template: recipients, count and notes. The fields depend on the family, the
// payload on the calls (`license` or `pcLicense`).
import { LIMITS, filled, licenseCalls, pcLicenseCalls } from '@sealwright/contract'
import type { LicenseFamily, PayloadOf, Violation } from '@sealwright/contract'
import { useMemo } from 'react'
import type { FieldSchema } from '../../../blocks/form/field-rules.ts'
import { fieldViolations } from '../../../blocks/form/field-rules.ts'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { Form } from '../../../blocks/form/form-state.ts'
import type { PickerItem } from '../../../blocks/picker/picker-source.ts'
import type { Family } from '../license-family.ts'

export interface IssueDraft {
  userIds: readonly PickerItem[]
  count: string
  customerId: string
  remark: string
  isPreIssued: boolean
  integratorGuid: string
  password: string
  byVoucher: boolean
}

export const EMPTY_ISSUE: IssueDraft = {
  userIds: [],
  count: '1',
  customerId: '',
  remark: '',
  isPreIssued: false,
  integratorGuid: '',
  password: '',
  byVoucher: false,
}

type Wire = Record<string, unknown>

const { userIds, customerId, remark, isPreIssued, integratorGuid, password, byVoucher } =
  pcLicenseCalls.issue.payload.shape
// The call has a default count; the form requires a value.
const few = filled(licenseCalls.issue.payload.shape.count)
/** More codes than one call can issue are issued as a task. */
const many = filled(pcLicenseCalls.batchIssue.payload.shape.count)
const ofCodes = { customerId, remark, isPreIssued, integratorGuid }

const FIELDS: Readonly<Record<LicenseFamily, Readonly<Record<string, FieldSchema>>>> = {
  account: { userIds, remark, byVoucher },
  smart: { count: few, ...ofCodes },
  sn: { count: many, password, ...ofCodes },
}

/** The payload fields, without empty or inapplicable values. */
function spellIssue(family: LicenseFamily, draft: IssueDraft, isPasswordAsked: boolean): Wire {
  const noted = draft.remark.trim() === '' ? {} : { remark: draft.remark }
  if (family === 'account')
    return { userIds: draft.userIds.map(({ guid }) => guid), ...noted, ...(draft.byVoucher && { byVoucher: true }) }
  return {
    count: draft.count,
    ...noted,
    ...(draft.customerId && { customerId: draft.customerId }),
    ...(draft.isPreIssued && {
      isPreIssued: true,
      ...(draft.integratorGuid && { integratorGuid: draft.integratorGuid }),
    }),
    ...(isPasswordAsked && draft.password && { password: draft.password }),
  }
}

function countOf(family: LicenseFamily, draft: IssueDraft): number | undefined {
  if (family === 'account') return draft.userIds.length
  return fieldViolations(family === 'smart' ? few : many, 'count', draft.count).length === 0
    ? Number(draft.count)
    : undefined
}

const required = (path: string): Violation => ({ path, rule: 'required', params: {} })

export interface IssueForm extends Form<IssueDraft> {
  wire: Wire
  /** No field is invalid or missing. */
  isSound: boolean
  /** Undefined if the count is invalid. */
  count: number | undefined
  /** There are too many codes for one call, so a task issues them. */
  isBatch: boolean
}

export function useIssueForm(family: LicenseFamily, initial: IssueDraft, isPasswordAsked: boolean): IssueForm {
  const settings = useMemo(
    () => ({
      domain: 'license',
      fields: FIELDS[family],
      spell: (draft: IssueDraft) => spellIssue(family, draft, isPasswordAsked),
      rules: (wire: Wire) => [
        ...(family === 'account' && (wire['userIds'] as string[]).length === 0 ? [required('userIds')] : []),
        ...(isPasswordAsked && wire['password'] === undefined ? [required('password')] : []),
      ], // `spellIssue` wrote it
    }),
    [family, isPasswordAsked],
  )
  const form = useForm({ ...settings, initial })
  const wire = useMemo(() => settings.spell(form.values), [settings, form.values])
  const isSound = useMemo(
    () =>
      settings.rules(wire).length === 0 &&
      Object.entries(settings.fields).every(([name, schema]) => fieldViolations(schema, name, wire[name]).length === 0),
    [settings, wire],
  )
  return {
    ...form,
    wire,
    isSound,
    count: countOf(family, form.values),
    isBatch: family === 'sn' && Number(form.values.count) > LIMITS.license.batchCodes,
    isOptional: (name) => name !== 'password' && name !== 'userIds' && form.isOptional(name),
  }
}

type IssueCalls = Pick<typeof licenseCalls, 'issue' | 'preview'>
type IssuePayload = PayloadOf<IssueCalls['issue']>

/** Both sets of calls have the same answers. `issuePayload` handles their different payloads. */
export const issueCallsOf = ({ family }: Family): IssueCalls =>
  family === 'smart' ? licenseCalls : (pcLicenseCalls as unknown as IssueCalls)

export const issuePayload = ({ family, where }: Family, templateGuid: string, wire: Wire) =>
  ({
    ...where,
    ...(family === 'smart' ? { templateGuid } : { templateGuids: [templateGuid] }),
    ...wire,
  }) as unknown as IssuePayload // checked against the same schemas
