// The draft of a license's content (terms, modules and data areas), of which only some fields may change. It uses the
// controls and rules of the template form, and sends only the differences. The content includes the product facts, so
// no further calls are needed.
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

/** The payload prefix of changed fields. */
const UNDER = /^changes\./

type Wire = Readonly<Record<string, unknown>>

export interface ContentDraft extends TermsEditor {
  /** The content as given. */
  content: ContentAnswer
  /** The differences, in payload format. */
  changes: Wire
  /** The content with the changes applied. */
  after: TemplateContent
}

interface ContentSettings {
  /** Names of the fields that may change, as calls answer them. Unknown names are ignored. */
  allowed: readonly string[]
  /** Overrides facts of the session and the content. Must be the same object on every render. */
  facts?: Partial<TemplateFacts>
}

/** Maps a refusal of the whole payload to the fields below `changes`. */
function ofChanges(refusal: Refusal): Refusal {
  return new Refusal(refusal.code, refusal.message, refusal.status, {
    fields: refusal.fields.map((field) => ({ ...field, path: field.path.replace(UNDER, '') })),
  })
}

/** The differences, in payload format; empty if there are none. They may be invalid: the check of the form decides. */
export const changesOf = ({ changes }: ContentDraft): Wire => changes

/**
 * Keeps the content of the first render; other content needs another key. The `check` of the form returns the changes.
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
  // Joined into a string, so that a new array with the same names does not invalidate the memo.
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
