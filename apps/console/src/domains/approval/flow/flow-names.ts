// The names of what a flow form has chosen: of the saved flow, of the approvers, and of options chosen since.
import { useState } from 'react'
import type { Option } from '../../../blocks/control/option-search.ts'
import type { Approvers } from './flow-draft.ts'
import type { FlowAnswer } from './flow.entity.tsx'

export interface Names {
  nameOf: (value: string) => string
  learn: (option: Option) => void
}

type Known = Readonly<Record<string, string>>

function namesOf(flow: FlowAnswer | undefined): Known {
  if (!flow) return {}
  const people = [...flow.requesters, ...flow.steps.flatMap(({ users }) => users)]
  const roles = [...flow.requesterRoles, ...flow.steps.flatMap((step) => step.roles)]
  return Object.fromEntries([
    ...flow.products.map(({ licenseId, name }) => [String(licenseId), name]),
    ...[...flow.templates, ...roles].map(({ guid, name }) => [guid, name]),
    ...people.map(({ userId, name }) => [userId, name]),
  ])
}

export function useNames(flow: FlowAnswer | undefined, approvers: Approvers | undefined): Names {
  const [learned, setLearned] = useState<Known>({})
  const saved = namesOf(flow)
  const offered: Known = Object.fromEntries([
    ...(approvers?.roles ?? []).map(({ guid, name }) => [guid, name]),
    ...[...(approvers?.requesters ?? []), ...(approvers?.users ?? [])].map(({ userId, name }) => [userId, name]),
  ])
  return {
    nameOf: (value) => offered[value] ?? learned[value] ?? saved[value] ?? value,
    learn: ({ value, label }) => setLearned((now) => ({ ...now, [value]: label })),
  }
}
