// An approval flow in words, for the list, the form and the page of a flow: what it catches, and who approves.
import type { FlowRow } from '@sealwright/contract'
import { useMemo } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

interface Named {
  name: string
}

export interface StepWords extends Pick<FlowRow['steps'][number], 'mode'> {
  users: readonly Named[]
  roles: readonly Named[]
}

type Thresholds = Pick<FlowRow, 'includesSuper' | 'countAbove' | 'fenAbove' | 'daysAbove' | 'gifts'>

/** The parts of a flow that its sentences name. A row of the list has them, and so does a draft. */
export interface FlowFacts extends Thresholds {
  families: readonly FlowRow['families'][number][]
  events: readonly FlowRow['events'][number][]
  products: readonly Named[]
  templates: readonly Named[]
  requesters: readonly Named[]
  requesterRoles: readonly Named[]
  steps: readonly StepWords[]
}

/** More names than this are counted. */
const NAMES = 5

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function useFlowWords() {
  const t = usePhrases()
  const format = useFormat()
  return useMemo(() => {
    const joined = (words: readonly string[], last: 'or' | 'and'): string => {
      if (words.length > NAMES) {
        const names = words.slice(0, NAMES).join(t('approve.words.comma'))
        return t('approve.words.more', { names, count: words.length })
      }
      const [end = '', ...before] = words.toReversed()
      const a = before.toReversed().join(t('approve.words.comma'))
      return a === '' ? end : t(last === 'or' ? 'approve.words.or' : 'approve.words.and', { a, b: end })
    }

    const subjectOf = ({ products, templates }: FlowFacts) => {
      const names = [
        ...products.map(({ name }) => t('approve.words.product', { name })),
        ...templates.map(({ name }) => t('approve.words.template', { name })),
      ]
      return names.length === 0 ? '' : t('approve.words.subject', { names: joined(names, 'or') })
    }

    const whoOf = ({ requesters, requesterRoles, includesSuper }: FlowFacts) => {
      const names = [
        ...requesters.map(({ name }) => name),
        ...requesterRoles.map(({ name }) => t('approve.words.role', { name })),
      ]
      if (names.length > 0) return joined(names, 'or')
      return t(includesSuper ? 'approve.words.anyone' : 'approve.words.anyoneButSuper')
    }

    const conditionsOf = ({ countAbove, fenAbove, daysAbove, gifts }: FlowFacts) => {
      const conditions = [
        countAbove === null ? '' : t('approve.words.count', { count: countAbove }),
        fenAbove === null ? '' : t('approve.words.fen', { money: format.money(fenAbove) }),
        daysAbove === null ? '' : t('approve.words.days', { days: daysAbove }),
        gifts ? t('approve.words.gifts') : '',
      ].filter(Boolean)
      return conditions.length === 0 ? '' : t('approve.words.conditions', { conditions: joined(conditions, 'or') })
    }

    // A draft can lack them.
    const chosen = (words: readonly string[]) => joined(words, 'or') || t('approve.words.nobodyYet')
    const caught = (flow: FlowFacts) => ({
      who: whoOf(flow),
      events: chosen(flow.events.map((event) => t(`approve.words.events.${event}`))),
      families: chosen(flow.families.map((family) => t(`approve.words.families.${family}`))),
      subject: subjectOf(flow),
      conditions: conditionsOf(flow),
    })

    /** The approvers of a step within a sentence. */
    const approvers = ({ users, roles, mode }: StepWords) => {
      const roleWord = mode === 'any' ? 'approve.words.anyoneIn' : 'approve.words.everyoneIn'
      const names = [...users.map(({ name }) => name), ...roles.map(({ name }) => t(roleWord, { name }))]
      return names.length === 0 ? t('approve.words.nobodyYet') : joined(names, mode === 'any' ? 'or' : 'and')
    }

    return {
      catches: (flow: FlowFacts) => capitalized(t('approve.words.catches', caught(flow))),
      whole: (flow: FlowFacts) =>
        t('approve.words.whole', {
          ...caught(flow),
          steps: flow.steps.map(approvers).reduce((a, b) => t('approve.words.next', { a, b })),
        }),
      /** The approvers of a step alone, as short as possible. */
      step: ({ users, roles, mode }: StepWords) => {
        const names = [...users, ...roles].map(({ name }) => name)
        if (mode === 'any') return joined(names, 'or')
        const all = joined(names, 'and')
        return users.length === 1 && roles.length === 0 ? all : t('approve.words.all', { names: all })
      },
      approvers,
    }
  }, [t, format])
}
