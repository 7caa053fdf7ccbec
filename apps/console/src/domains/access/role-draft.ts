// A role as it is being typed.
import { isPrivilege, roleCalls } from '@sealwright/contract'
import type { AnswerOf, Privilege } from '@sealwright/contract'

export type RoleAnswer = AnswerOf<typeof roleCalls.get>

export interface RoleDraft {
  name: string
  description: string
  privileges: readonly Privilege[]
}

export const ROLE_FIELDS = roleCalls.create.payload.shape
export const EMPTY_ROLE: RoleDraft = { name: '', description: '', privileges: [] }

export const draftOf = ({ name, description, privileges }: RoleAnswer): RoleDraft => ({
  name,
  description: description ?? '',
  privileges: privileges.filter(isPrivilege),
})

export const spellRole = (draft: RoleDraft): Record<string, unknown> => ({ ...draft })
