// A license's terms, modules and data areas as they are being changed, where only some of them may be: those are the
// controls of a template's form, under its rules, and what is sent is what differs. The facts of its products come with
// the content, so that nothing else is asked for.
import { Refusal } from '@sealwright/client'
import type { TemplateContent, TemplateFacts, TemplateFamily } from '@sealwright/contract'
import { useCallback, useMemo, useState } from 'react'
import { remembering } from '../../blocks/control/remembering.ts'
import {
  CONTENT_FIELDS,
  contentAfter,
  contentOf,
  draftOf,
  settledDraft,
  spellChanges,
  spellTemplate,
} from './template-draft.ts'
import type { ContentAnswer, ContentField, TemplateDraft } from './template-draft.ts'
import { FAMILIES } from './template-family.ts'
import { factsOfGrant, useTermsEditor, useOwnFacts } from './template-form-state.ts'
import type { TermsEditor } from './template-form-state.ts'

/** Where the payload of a call carries what is changed. */
const UNDER = /^changes\./

type Wire = Readonly<Record<string, unknown>>

export interface ContentDraft extends TermsEditor {
  /** As it was given. */
  content: ContentAnswer
  /** What differs, as a payload spells it. */
  changes: Wire
  /** What it would become. */
  after: TemplateContent
}

interface ContentSettings {
  /** The names of what may be changed, as calls answer them; a name of anything else opens nothing. */
  allowed: readonly string[]
  /**
   * What the rules must know, where it is not as the session and the content tell it. Stays the same from draw to draw.
   */
  facts?: Partial<TemplateFacts>
}

/** A refusal of the whole payload, told to the part of it that travels as `changes`. */
function ofChanges(refusal: Refusal): Refusal {
  return new Refusal(refusal.code, refusal.message, refusal.status, {
    fields: refusal.fields.map((field) => ({ ...field, path: field.path.replace(UNDER, '') })),
  })
}

/**
 * What of the content differs, as a payload spells it; empty while nothing does. Whether it is sound, the form's check
 * says.
 */
export const changesOf = ({ changes }: ContentDraft): Wire => changes

/**
 * Starts from the content that it is given first; another one needs another key. Its form, checked, answers the
 * changes.
 */
export function useContentDraft(
  family: TemplateFamily,
  given: ContentAnswer,
  { allowed, facts: known }: ContentSettings,
): ContentDraft {
  const [{ content, opened, before }] = useState(() => ({
    content: given,
    opened: draftOf(family, given),
    before: contentOf(given),
  }))
  // As one text, so that a list that is made anew each time changes nothing.
  const names = CONTENT_FIELDS.filter((name) => allowed.includes(name)).join(' ')
  const allows = useMemo(() => {
    const open = new Set(names.split(' '))
    return (name: ContentField) => open.has(name)
  }, [names])
  const own = useOwnFacts()
  const facts = useMemo((): TemplateFacts => {
    const products = new Map([content, ...content.otherProducts].map((grant) => [grant.licenseId, factsOfGrant(grant)]))
    return { ...own, products, endBefore: before.endTime, ...known }
  }, [own, content, before, known])
  const { timeZone } = facts
  const sent = useCallback(
    (wire: Wire) => spellChanges(family, wire, spellTemplate(family, opened), { before, timeZone, allows }),
    [family, opened, before, timeZone, allows],
  )
  const settle = useMemo(
    () =>
      remembering((draft: TemplateDraft) =>
        settledDraft(
          family,
          draft,
          contentAfter(family, sent(spellTemplate(family, draft)), { before, timeZone }),
          allows,
        ),
      ),
    [family, sent, before, timeZone, allows],
  )
  const editor = useTermsEditor({ family: FAMILIES[family], initial: opened, facts, before, sent, allows, settle })
  const { form } = editor
  const changes = useMemo(() => sent(spellTemplate(family, settle(form.values))), [sent, family, settle, form.values])
  return {
    ...editor,
    content,
    changes,
    after: contentAfter(family, changes, { before, timeZone }),
    form: {
      ...form,
      check: () => form.check() && { ...changes },
      refuse: (refusal) => form.refuse(refusal && ofChanges(refusal)),
    },
    productOf: (licenseId) =>
      [content, ...content.otherProducts].find((grant) => String(grant.licenseId) === licenseId),
    isTemplate: false,
  }
}
