import { Refusal } from '@sealwright/client'
// The state of the template form: the input, the resulting terms, and the contract's violations. It collects the facts
// for the rules from the session, the clock, and each chosen product once it is loaded. `TermsEditor` is the part
// shared with forms that may change only some fields; see template-content-draft.ts.
import { LIMITS, TERM_FIELD_NAMES, isTermShown } from '@sealwright/contract'
import type { AnswerOf, ProductFacts, TemplateContent, TemplateFacts, TermField } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { answerKey, callServer } from '../../lib/call/client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useSentences } from '../../lib/words/i18n.tsx'
import { fieldsOf, isTermOptional, judgeSpelled, spellTemplate, termsOf } from './template-draft.ts'
import type { ContentField, Judging, TemplateDraft } from './template-draft.ts'
import type { Family } from './template-family.ts'

export type ProductAnswer = AnswerOf<Family['calls']['getProduct']>
/** The parts of a product that can be granted. */
export type OfferedProduct = Omit<ProductAnswer, 'licenseForm'>

/** The facts of a product that is still loading: no rule can fail because of it. */
const ANY_FORM = ~0
const ANY_PRODUCT: ProductFacts = {
  licenseForm: ANY_FORM,
  modules: Array.from({ length: LIMITS.product.modules }, (_, index) => index + 1),
}

const definedModules = ({ modules }: Pick<ProductAnswer, 'modules'>) =>
  modules.filter(({ define }) => define).map(({ moduleId }) => moduleId)

/**
 * The facts of a product that is known only from a content answer. Its license forms were checked when the content was
 * created, so all forms are accepted.
 */
export const factsOfGrant = (grant: Pick<ProductAnswer, 'modules'>): ProductFacts => ({
  licenseForm: ANY_FORM,
  modules: definedModules(grant),
})

interface KnownProduct {
  answer: ProductAnswer | undefined
  isGone: boolean
}

const known = (results: UseQueryResult<ProductAnswer>[]): KnownProduct[] =>
  results.map(({ data, error }) => ({
    answer: data,
    isGone: error instanceof Refusal && error.error === 'product.notFound',
  }))

export function productQuery({ calls, where }: Family, licenseId: number) {
  const payload = { ...where, licenseId }
  return {
    queryKey: answerKey(calls.getProduct, payload),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ProductAnswer> =>
      callServer(calls.getProduct, payload, { signal }),
    retry: false,
  }
}

export interface TermsEditor {
  family: Family
  form: Form<TemplateDraft>
  /** The content in its stored form: with defaults, without fields that do not apply. */
  terms: TemplateContent
  /** Whether a field may be changed here at all. */
  allows: (name: ContentField) => boolean
  /** Whether a field has a control now: it may be changed and it applies. */
  shows: (name: TermField) => boolean
  /** Why the rules refuse this change of the field; undefined if they do not. */
  whyNot: (name: TermField, change: Partial<TemplateDraft>) => string | undefined
  /** A chosen product, once it is loaded. */
  productOf: (licenseId: string) => OfferedProduct | undefined
  /** A pre-issued license: its term starts with the first use. */
  isPreIssued?: boolean
  groupUsersMax: number
  now: Date
  before: TemplateContent | undefined
  isTrialDeveloper: boolean
  /** The form is for a template, not for the content of a license. */
  isTemplate: boolean
}

export interface TemplateForm extends TermsEditor {
  productOf: (licenseId: string) => ProductAnswer | undefined
  /** Loads a product, so that its facts count. */
  askFor: (licenseId: string) => void
}

interface TemplateFormSettings {
  family: Family
  initial: TemplateDraft
  /** The current content of the template being edited. */
  before?: TemplateContent
}

function isTerm(name: string): name is TermField {
  return TERM_FIELD_NAMES.some((term) => term === name)
}

/** Facts for the rules that do not depend on the template. */
export function useOwnFacts(): Omit<TemplateFacts, 'products' | 'endBefore'> {
  const { developer, priceTiers, serverTime } = useSession()
  const { timeZone, devInfo } = developer
  const isTrialDeveloper = devInfo.status === 'trial'
  return useMemo(() => {
    const groupUsersMax =
      priceTiers.reduce((max, { topLimit }) => Math.max(max, topLimit), 0) || LIMITS.template.groupUsers
    return { now: new Date(serverTime), timeZone, isTrialDeveloper, groupUsersMax }
  }, [serverTime, timeZone, isTrialDeveloper, priceTiers])
}

interface EditorSettings extends Judging {
  family: Family
  initial: TemplateDraft
  /** Must be the same function on every render, as must `settle`. */
  allows: (name: ContentField) => boolean
  /** Adds the values that follow from the input in fields without a control. */
  settle?: (draft: TemplateDraft) => TemplateDraft
}

const isEverything = () => true
const asTyped = (draft: TemplateDraft) => draft

/**
 * The form of the changeable fields. Violations of other fields are ignored, because the person cannot fix them here.
 */
export function useTermsEditor({
  family,
  initial,
  facts,
  before,
  sent,
  allows,
  settle = asTyped,
}: EditorSettings): Omit<TermsEditor, 'productOf' | 'isTemplate'> {
  const { family: kind } = family
  const say = useSentences()
  const isOpen = useCallback(
    (path: string) => allows(path.split('.', 1)[0] as ContentField), // false for any other name
    [allows],
  )
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(fieldsOf(kind)).filter(([name]) => isOpen(name))),
    [kind, isOpen],
  )
  const spell = useCallback((draft: TemplateDraft) => spellTemplate(kind, settle(draft)), [kind, settle])
  const rules = useCallback(
    (wire: Record<string, unknown>) =>
      judgeSpelled(kind, wire, { facts, before, sent }).filter(({ path }) => isOpen(path)),
    [kind, facts, before, sent, isOpen],
  )
  // Errors of this field name the number input beside its choices.
  const labels = useMemo(() => ({ lanBorrow: say('template.form.lanBorrowDaysLabel') }), [say])
  const form = useForm({ domain: 'template', fields, rules, labels, initial, spell })

  const terms = termsOf(kind, settle(form.values))
  return {
    family,
    form: { ...form, isOptional: (name) => (isTerm(name) ? isTermOptional(kind, name, terms) : form.isOptional(name)) },
    terms,
    allows,
    shows: (name) => allows(name) && isTermShown(kind, name, terms),
    whyNot: (name, change) => {
      // A value that is still missing is no reason to refuse a choice.
      const found = rules(spell({ ...form.values, ...change })).find(
        ({ path, rule }) => path === name && rule !== 'required' && rule !== 'termMissing',
      )
      return found && ruleSentence(say, found.rule, form.labelOf(name), found.params)
    },
    groupUsersMax: facts.groupUsersMax,
    now: facts.now,
    before,
    isTrialDeveloper: facts.isTrialDeveloper,
  }
}

export function useTemplateForm({ family, initial, before }: TemplateFormSettings): TemplateForm {
  const own = useOwnFacts()
  const [asked, setAsked] = useState(() =>
    [...new Set([initial, ...initial.otherProducts].map(({ licenseId }) => Number(licenseId)))].filter((id) => id > 0),
  )
  const products = useQueries({ queries: asked.map((licenseId) => productQuery(family, licenseId)), combine: known })
  const facts = useMemo((): TemplateFacts => {
    const factsOf = ({ answer }: KnownProduct): ProductFacts =>
      answer ? { licenseForm: answer.licenseForm, modules: definedModules(answer) } : ANY_PRODUCT
    const byId = products.flatMap((product, index): [number, ProductFacts][] =>
      product.isGone ? [] : [[asked[index] ?? 0, factsOf(product)]],
    )
    return { ...own, products: new Map(byId), endBefore: before?.endTime }
  }, [products, asked, own, before])
  return {
    ...useTermsEditor({ family, initial, facts, before, allows: isEverything }),
    productOf: (licenseId) => products[asked.indexOf(Number(licenseId))]?.answer,
    askFor: (licenseId) => setAsked((now) => (now.includes(Number(licenseId)) ? now : [...now, Number(licenseId)])),
    isTemplate: true,
  }
}
