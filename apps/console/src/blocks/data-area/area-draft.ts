// A data area as a form draft, with the conversions from an answer and to a payload. It keeps text, file and items
// separately, so that switching the source loses nothing.
import type { DataArea, dataAreaAnswer } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { remembering } from '../control/remembering.ts'

/** A data area in an answer; null if it is not used. */
export type AreaAnswer = z.input<typeof dataAreaAnswer>

export interface ItemDraft {
  /** Identifies the row when it moves. */
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

/** Converts an area to its payload; an empty text clears it. */
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

/** Parses lines of `key=value` into items. Skips blank lines and comments. */
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
