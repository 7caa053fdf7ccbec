import { Refusal } from '@sealwright/client'
// The state of a template's form: what was typed, what that comes to, and what the contract says about it. It brings
// the facts that the rules ask for: the session's, the clock's, and those of each product that was chosen, as soon as
// they are here. A editor is the part of it that is the same where only some of a content may be changed; see
// template-content-draft.ts.
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
/** What can be granted of a product. */
export type OfferedProduct = Omit<ProductAnswer, 'licenseForm'>

/** While a product is on its way nothing can be held against it. */
const ANY_FORM = ~0
const ANY_PRODUCT: ProductFacts = {
  licenseForm: ANY_FORM,
  modules: Array.from({ length: LIMITS.product.modules }, (_, index) => index + 1),
}

const definedModules = ({ modules }: Pick<ProductAnswer, 'modules'>) =>
  modules.filter(({ define }) => define).map(({ moduleId }) => moduleId)

/**
 * A product of which only the answer of a content is known: in which forms it is offered was judged when that was made.
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
  /** The content as it would be stored: defaults filled in, without what means nothing now. */
  terms: TemplateContent
  /** Whether a field may be changed here at all. */
  allows: (name: ContentField) => boolean
  /** Whether it has a control now: it may be changed, and means something. */
  shows: (name: TermField) => boolean
  /** Why the field could not be what this change makes of it; nothing when it could. */
  whyNot: (name: TermField, change: Partial<TemplateDraft>) => string | undefined
  /** What is known of a chosen product. */
  productOf: (licenseId: string) => OfferedProduct | undefined
  /** Of a license issued ahead: its time begins with its first use. */
  isPreIssued?: boolean
  groupUsersMax: number
  now: Date
  before: TemplateContent | undefined
  /** A template is being made or edited, and not what one license takes from it. */
  isTemplate: boolean
}

export interface TemplateForm extends TermsEditor {
  productOf: (licenseId: string) => ProductAnswer | undefined
  /** From here on the product's facts count. */
  askFor: (licenseId: string) => void
  isTrialDeveloper: boolean
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

/** What the rules must know that is the same for every template. */
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
  /** Stays the same from draw to draw, as the next one. */
  allows: (name: ContentField) => boolean
  /** What was typed, with what follows from it in fields that have no control. */
  settle?: (draft: TemplateDraft) => TemplateDraft
}

const isEverything = () => true
const asTyped = (draft: TemplateDraft) => draft

/**
 * The form of those fields that may be changed; of the others nothing is said here, since nothing could be done about
 * it.
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
  const isOpen = useCallback((path: string) => allows(path.split('.', 1)[0] as ContentField), [allows]) // of other names it is asked in vain
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
  // The number beside the choices of this field: what is wrong is said of that.
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
      // What is only missing yet is no reason against a choice.
      const found = rules(spell({ ...form.values, ...change })).find(
        ({ path, rule }) => path === name && rule !== 'required' && rule !== 'termMissing',
      )
      return found && ruleSentence(say, found.rule, form.labelOf(name), found.params)
    },
    groupUsersMax: facts.groupUsersMax,
    now: facts.now,
    before,
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
    isTrialDeveloper: own.isTrialDeveloper,
    isTemplate: true,
  }
}
