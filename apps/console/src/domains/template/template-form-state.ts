// The state of a template's form: what was typed, what that comes to, and what the contract says about it. It brings the facts that the rules ask
// for: the session's, the clock's, and those of each product that was chosen, as soon as they are here.
import { LIMITS, TERM_FIELD_NAMES, isTermShown } from '@sealwright/contract'
import type { AnswerOf, ProductFacts, TemplateContent, TemplateFacts, TermField } from '@sealwright/contract'
import { Refusal } from '@sealwright/client'
import { ruleSentence } from '@sealwright/phrases'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useForm } from '../../blocks/form-state.ts'
import type { Form } from '../../blocks/form-state.ts'
import { answerKey, callServer } from '../../lib/client.ts'
import { useSentences } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.tsx'
import { fieldsOf, isTermOptional, judgeSpelled, spellTemplate, termsOf } from './template-draft.ts'
import type { TemplateDraft } from './template-draft.ts'
import type { Family } from './template-family.ts'

export type ProductAnswer = AnswerOf<Family['calls']['getProduct']>

/** While a product is on its way nothing can be held against it. */
const ANY_PRODUCT: ProductFacts = { licenseForm: ~0, modules: Array.from({ length: LIMITS.product.modules }, (_, index) => index + 1) }

interface KnownProduct {
  answer: ProductAnswer | undefined
  isGone: boolean
}

const known = (results: UseQueryResult<ProductAnswer>[]): KnownProduct[] => results.map(({ data, error }) => ({ answer: data, isGone: error instanceof Refusal && error.error === 'product.notFound' }))

export function productQuery({ calls, where }: Family, licenseId: number) {
  const payload = { ...where, licenseId }
  return { queryKey: answerKey(calls.getProduct, payload), queryFn: ({ signal }: { signal: AbortSignal }): Promise<ProductAnswer> => callServer(calls.getProduct, payload, { signal }), retry: false }
}

export interface TemplateForm {
  family: Family
  form: Form<TemplateDraft>
  /** The content as it would be stored: defaults filled in, without what means nothing now. */
  terms: TemplateContent
  shows: (name: TermField) => boolean
  /** Why the field could not be what this change makes of it; nothing when it could. */
  whyNot: (name: TermField, change: Partial<TemplateDraft>) => string | undefined
  /** What is known of a chosen product. */
  productOf: (licenseId: string) => ProductAnswer | undefined
  /** From here on the product's facts count. */
  askFor: (licenseId: string) => void
  groupUsersMax: number
  isTrialDeveloper: boolean
  now: Date
  before: TemplateContent | undefined
}

interface TemplateFormSettings {
  family: Family
  initial: TemplateDraft
  /** The template that is being edited, as it is now. */
  before?: TemplateContent
}

function isTerm(name: string): name is TermField {
  return TERM_FIELD_NAMES.some((term) => term === name)
}

export function useTemplateForm({ family, initial, before }: TemplateFormSettings): TemplateForm {
  const { family: kind } = family
  const say = useSentences()
  const { developer, priceTiers, serverTime } = useSession()
  const [asked, setAsked] = useState(() => [...new Set([initial, ...initial.otherProducts].map(({ licenseId }) => Number(licenseId)))].filter((id) => id > 0))
  const products = useQueries({ queries: asked.map((licenseId) => productQuery(family, licenseId)), combine: known })
  const { timeZone } = developer
  const isTrialDeveloper = developer.devInfo.status === 'trial'
  const groupUsersMax = priceTiers.reduce((max, { topLimit }) => Math.max(max, topLimit), 0) || LIMITS.template.groupUsers

  const facts = useMemo((): TemplateFacts => {
    const factsOf = ({ answer }: KnownProduct): ProductFacts => (answer ? { licenseForm: answer.licenseForm, modules: answer.modules.filter(({ define }) => define).map(({ moduleId }) => moduleId) } : ANY_PRODUCT)
    const byId = products.flatMap((product, index): [number, ProductFacts][] => (product.isGone ? [] : [[asked[index] ?? 0, factsOf(product)]]))
    return { now: new Date(serverTime), timeZone, isTrialDeveloper, products: new Map(byId), groupUsersMax, endBefore: before?.endTime }
  }, [products, asked, serverTime, timeZone, isTrialDeveloper, groupUsersMax, before])
  const fields = useMemo(() => fieldsOf(kind), [kind])
  const spell = useCallback((draft: TemplateDraft) => spellTemplate(kind, draft), [kind])
  const rules = useCallback((wire: Record<string, unknown>) => judgeSpelled(kind, wire, { facts, before }), [kind, facts, before])
  // The number beside the choices of this field: what is wrong is said of that.
  const labels = useMemo(() => ({ lanBorrow: say('template.form.lanBorrowDaysLabel') }), [say])
  const form = useForm({ domain: 'template', fields, rules, labels, initial, spell })

  const terms = termsOf(kind, form.values)
  return {
    family,
    form: { ...form, isOptional: (name) => (isTerm(name) ? isTermOptional(kind, name, terms) : form.isOptional(name)) },
    terms,
    shows: (name) => isTermShown(kind, name, terms),
    whyNot: (name, change) => {
      // What is only missing yet is no reason against a choice.
      const found = rules(spell({ ...form.values, ...change })).find(({ path, rule }) => path === name && rule !== 'required' && rule !== 'termMissing')
      return found && ruleSentence(say, found.rule, form.labelOf(name), found.params)
    },
    productOf: (licenseId) => products[asked.indexOf(Number(licenseId))]?.answer,
    askFor: (licenseId) => setAsked((now) => (now.includes(Number(licenseId)) ? now : [...now, Number(licenseId)])),
    groupUsersMax,
    isTrialDeveloper,
    now: facts.now,
    before,
  }
}
