// A data area as it is being typed, and the two ways between it and what travels. It keeps a text, a file and items
// side by side, so that looking at another source loses nothing.
import type { DataArea, dataAreaAnswer } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { remembering } from '../control/remembering.ts'

/** An area as calls answer it; null where it is not used. */
export type AreaAnswer = z.input<typeof dataAreaAnswer>

export interface ItemDraft {
  /** Which row this is, whatever its place. */
  id: number
  key: string
  value: string
  name: string
  group: string
  checked: boolean
  isBase64: boolean
  useBase64: boolean
  isValueHidden: boolean
}

export type AreaSource = 'none' | DataArea['source']

export interface AreaDraft {
  source: AreaSource
  text: string
  fileName: string
  base64: string
  items: readonly ItemDraft[]
}

export const EMPTY_AREA: AreaDraft = { source: 'none', text: '', fileName: '', base64: '', items: [] }

let lastItemId = 0

export function newItem(given: Partial<ItemDraft> = {}): ItemDraft {
  return {
    key: '',
    value: '',
    name: '',
    group: '',
    checked: true,
    isBase64: false,
    useBase64: false,
    isValueHidden: false,
    ...given,
    id: ++lastItemId,
  }
}

export function areaDraft(area: AreaAnswer): AreaDraft {
  if (!area) return EMPTY_AREA
  return {
    source: area.source,
    text: area.text ?? '',
    fileName: area.fileName ?? '',
    base64: area.base64 ?? '',
    items: (area.items ?? []).map((item) => newItem({ ...item, name: item.name ?? '', group: item.group ?? '' })),
  }
}

/** As a payload spells it: an empty text clears. */
export const spellArea = remembering(({ source, text, fileName, base64, items }: AreaDraft): DataArea | '' => {
  switch (source) {
    case 'none':
      return ''
    case 'text':
      return { source, text }
    case 'file':
      return { source, fileName, base64 }
    case 'items':
      return { source, items: items.map(({ id: _id, ...item }) => item) }
  }
})

/** Lines of `key=value` as items; blank lines and remarks are left out. */
export function parseItems(text: string): ItemDraft[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf('=')
      return at === -1
        ? newItem({ key: line })
        : newItem({ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() })
    })
}
