// The shapes that phrases must fill because the contract names the keys.
import type {
  ErrorName,
  HealthCheckName,
  HealthFindingName,
  HealthValueName,
  OperationTarget,
  OperationType,
  Privilege,
  RuleName,
} from '@sealwright/contract'

type Head<Name extends string> = Name extends `${infer H}.${string}` ? H : never
/** `a.b` names as nested objects. */
type Nested<Name extends string> = {
  readonly [H in Head<Name>]: { readonly [N in Name as N extends `${H}.${infer Rest}` ? Rest : never]: string }
}

export type ErrorPhrases = Nested<ErrorName>
export type PrivilegePhrases = Nested<Privilege>
export type RulePhrases = { readonly [R in RuleName]: string }
export type OperationTypePhrases = { readonly [T in OperationType]: string }
export type NounPhrases = { readonly [T in OperationTarget]: string }
export interface HealthPhrases {
  readonly checks: { readonly [Name in HealthCheckName]: { readonly title: string; readonly measures: string } }
  readonly values: Nested<HealthValueName>
  readonly findings: Nested<HealthFindingName>
}
