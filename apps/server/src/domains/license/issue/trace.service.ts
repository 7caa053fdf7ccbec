// Runs the rules of an issue or an update in order and records their results. When an act is to be done, the first
// refusal is the answer. In a dry run, every rule reports its result, and rules that lack an earlier result are
// reported as unasked.
import { errorSentence, violationSentence } from '@sealwright/phrases'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'

export interface Traced<Rule extends string> {
  rule: Rule
  outcome: 'pass' | 'fail' | 'unasked'
  message: string
  field: string | null
}

export interface Trace<Rule extends string> {
  /** Runs a rule. Undefined if it refused in a dry run. */
  ask<T>(rule: Rule, work: () => Promise<T> | T): Promise<T | undefined>
  told(): Traced<Rule>[]
}

export function sentenceOf({ say }: Pick<Scope, 'say'>, { error, params, violations }: Refusal): string {
  if (violations.length > 0)
    return violations.map((violation) => violationSentence(say, 'license', violation)).join(say('license.and'))
  return errorSentence(say, error, params)
}

/** With `isDry`, a refusal is recorded and the next rule runs. */
export function startTrace<Rule extends string>(
  scope: Pick<Scope, 'say'>,
  rules: readonly Rule[],
  labels: 'issueRules' | 'refreshRules',
  isDry: boolean,
): Trace<Rule> {
  const found = new Map<Rule, Traced<Rule>>()
  return {
    async ask(rule, work) {
      try {
        const answer = await work()
        found.set(rule, { rule, outcome: 'pass', message: scope.say(`license.${labels}.${rule}`), field: null })
        return answer
      } catch (error) {
        if (!isDry || !(error instanceof Refusal)) throw error
        found.set(rule, {
          rule,
          outcome: 'fail',
          message: sentenceOf(scope, error),
          field: error.field ?? error.violations[0]?.path ?? null,
        })
        return undefined
      }
    },
    told: () =>
      rules.map(
        (rule) =>
          found.get(rule) ?? { rule, outcome: 'unasked', message: scope.say(`license.${labels}.${rule}`), field: null },
      ),
  }
}
