// A product as it is being typed, and the two ways between it and what travels. The draft keeps the shape of the payload, so that a path
// in a refusal is a path in the form; it keeps a data area's text, file and items side by side, so that looking at another loses nothing.
import { LIMITS, isDefaultModuleName, licenseFormsOf } from '@sealwright/contract'
import type { AnswerOf, DataArea, DataAreaName, productCalls } from '@sealwright/contract'

export type ProductAnswer = AnswerOf<typeof productCalls.get>

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

export interface ModuleDraft {
  moduleId: number
  /** Empty while the module has its default name. */
  moduleName: string
  checked: boolean
}

export interface ProductDraft extends Record<DataAreaName, AreaDraft> {
  name: string
  displayName: string
  licenseForm: number
  licenseId: string
  licenseVersion: string
  brief: string
  logo: string
  modules: readonly ModuleDraft[]
}

let lastItemId = 0

export function newItem(given: Partial<ItemDraft> = {}): ItemDraft {
  return { key: '', value: '', name: '', group: '', checked: true, isBase64: false, useBase64: false, isValueHidden: false, ...given, id: ++lastItemId }
}

const EMPTY_AREA: AreaDraft = { source: 'none', text: '', fileName: '', base64: '', items: [] }

export const EMPTY_PRODUCT: ProductDraft = {
  name: '',
  displayName: '',
  licenseForm: 0,
  licenseId: '',
  licenseVersion: '',
  brief: '',
  logo: '',
  modules: Array.from({ length: LIMITS.product.modules }, (_, index) => ({ moduleId: index + 1, moduleName: '', checked: false })),
  rom: EMPTY_AREA,
  raw: EMPTY_AREA,
  pub: EMPTY_AREA,
}

function areaDraft(area: ProductAnswer['rom']): AreaDraft {
  if (!area) return EMPTY_AREA
  return {
    source: area.source,
    text: area.text ?? '',
    fileName: area.fileName ?? '',
    base64: area.base64 ?? '',
    items: (area.items ?? []).map((item) => newItem({ ...item, name: item.name ?? '', group: item.group ?? '' })),
  }
}

export function draftOf(product: ProductAnswer): ProductDraft {
  return {
    name: product.name,
    displayName: product.displayName,
    licenseForm: product.licenseForm,
    licenseId: String(product.licenseId),
    licenseVersion: product.licenseVersion === null ? '' : String(product.licenseVersion),
    brief: product.brief ?? '',
    logo: product.logo ?? '',
    modules: product.modules.map((item) => ({ ...item, moduleName: isDefaultModuleName(item.moduleId, item.moduleName) ? '' : item.moduleName })),
    rom: areaDraft(product.rom),
    raw: areaDraft(product.raw),
    pub: areaDraft(product.pub),
  }
}

/** The same draft gives the same object, so that what did not change is not checked again. */
function remembering<From extends object, To>(spell: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { to: To }>()
  return (from) => {
    const found = known.get(from) ?? { to: spell(from) }
    known.set(from, found)
    return found.to
  }
}

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

const spellModules = remembering((modules: readonly ModuleDraft[]) =>
  // A name that was typed and then unticked is of no module.
  modules.map(({ moduleId, moduleName, checked }) => ({ moduleId, checked, moduleName: checked ? moduleName.trim() : '' })),
)

/** The draft as the payload spells it: an empty text clears. */
export function spellProduct(draft: ProductDraft): Record<string, unknown> {
  return {
    ...draft,
    licenseForm: licenseFormsOf(draft.licenseForm).length === 0 ? '' : draft.licenseForm,
    modules: spellModules(draft.modules),
    rom: spellArea(draft.rom),
    raw: spellArea(draft.raw),
    pub: spellArea(draft.pub),
  }
}

/** Lines of `key=value` as items; blank lines and remarks are left out. */
export function parseItems(text: string): ItemDraft[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf('=')
      return at === -1 ? newItem({ key: line }) : newItem({ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() })
    })
}
