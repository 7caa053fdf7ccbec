// A refusal: one entry of the error catalog, with the parameters of its phrase. Anything else that is thrown is a bug.
import type { ErrorName, Violation } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import type { Scope } from './scope.ts'

export interface RefusalOptions {
  params?: PhraseParams
  violations?: readonly Violation[]
  field?: string
  aftermath?: (scope: Scope) => Promise<void>
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly error: ErrorName
  readonly params: PhraseParams
  readonly violations: readonly Violation[]
  /** The payload field at fault, so that the form can mark it. */
  readonly field: string | undefined
  /** Work to do despite the refusal. Runs in its own transaction, after the refused one is rolled back. */
  readonly aftermath: ((scope: Scope) => Promise<void>) | undefined

  constructor(error: ErrorName, options: RefusalOptions = {}) {
    super(error)
    this.error = error
    this.params = options.params ?? {}
    this.violations = options.violations ?? []
    this.field = options.field
    this.aftermath = options.aftermath
  }
}
