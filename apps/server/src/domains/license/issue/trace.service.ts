// "Why?": the rules of an issue or an update are asked one after the other and leave a trace. Where something is to be
// done the first refusal is the answer; where it is only asked about, each rule tells what it found, and what cannot be
// asked for lack of an earlier answer says so.
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
  /** Asks a rule; undefined where it refused and the trace goes on. */
  ask<T>(rule: Rule, work: () => Promise<T> | T): Promise<T | undefined>
  told(): Traced<Rule>[]
}

export function sentenceOf({ say }: Pick<Scope, 'say'>, { error, params, violations }: Refusal): string {
  if (violations.length > 0)
    return violations.map((violation) => violationSentence(say, 'license', violation)).join(say('license.and'))
  return errorSentence(say, error, params)
}

/** `isDry`: nothing is to be done, and every rule is worth telling. */
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
