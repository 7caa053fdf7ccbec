// The developer information as a form draft, with the conversions from an answer and to a payload.
import type { AnswerOf, developerCalls } from '@sealwright/contract'

export type DeveloperAnswer = AnswerOf<typeof developerCalls.get>

export interface ContactDraft {
  name: string
  title: string
  phone: string
  email: string
}

export interface DeveloperDraft {
  displayName: string
  website: string
  brief: string
  introduction: string
  logo: string
  contacts: readonly ContactDraft[]
}

export const EMPTY_CONTACT: ContactDraft = { name: '', title: '', phone: '', email: '' }
export const CONTACT_FIELDS = ['name', 'title', 'phone', 'email'] as const satisfies readonly (keyof ContactDraft)[]

export function draftOf(developer: DeveloperAnswer): DeveloperDraft {
  return {
    displayName: developer.displayName ?? '',
    website: developer.website ?? '',
    brief: developer.brief ?? '',
    introduction: developer.introduction ?? '',
    logo: developer.logo ?? '',
    contacts: developer.contacts.map(({ name, title, phone, email }) => ({
      name,
      title: title ?? '',
      phone: phone ?? '',
      email: email ?? '',
    })),
  }
}

/** An empty text clears its field. */
export function spellDeveloper(draft: DeveloperDraft): Record<string, unknown> {
  return { ...draft }
}
