// The draft of a product in the form, and the conversions from answers and to payloads. The draft has the shape of the
// payload, so a path in a refusal is a path in the form.
import { LIMITS, isDefaultModuleName, licenseFormsOf } from '@sealwright/contract'
import type { AnswerOf, DataAreaName, productCalls } from '@sealwright/contract'
import { remembering } from '../../blocks/control/remembering.ts'
import { EMPTY_AREA, areaDraft, spellArea } from '../../blocks/data-area/area-draft.ts'
import type { AreaDraft } from '../../blocks/data-area/area-draft.ts'

export type ProductAnswer = AnswerOf<typeof productCalls.get>

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

export const EMPTY_PRODUCT: ProductDraft = {
  name: '',
  displayName: '',
  licenseForm: 0,
  licenseId: '',
  licenseVersion: '',
  brief: '',
  logo: '',
  modules: Array.from({ length: LIMITS.product.modules }, (_, index) => ({
    moduleId: index + 1,
    moduleName: '',
    checked: false,
  })),
  rom: EMPTY_AREA,
  raw: EMPTY_AREA,
  pub: EMPTY_AREA,
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
    modules: product.modules.map((item) => ({
      ...item,
      moduleName: isDefaultModuleName(item.moduleId, item.moduleName) ? '' : item.moduleName,
    })),
    rom: areaDraft(product.rom),
    raw: areaDraft(product.raw),
    pub: areaDraft(product.pub),
  }
}

/** The ID for one more module: after the highest one, or else the lowest free one. Undefined if all are in use. */
export function freeModuleId(modules: readonly ModuleDraft[]): number | undefined {
  const highest = modules.findLast(({ checked }) => checked)?.moduleId ?? 0
  const free = modules.filter(({ checked }) => !checked).map(({ moduleId }) => moduleId)
  return free.find((moduleId) => moduleId > highest) ?? free[0]
}

/** Gives the module and its name another ID. */
export function movedModule(modules: readonly ModuleDraft[], from: number, to: number): readonly ModuleDraft[] {
  const moduleName = modules.find(({ moduleId }) => moduleId === from)?.moduleName ?? ''
  return modules.map((item) => {
    if (item.moduleId === to) return { ...item, moduleName, checked: true }
    return item.moduleId === from ? { ...item, moduleName: '', checked: false } : item
  })
}

/** Names a module, and adds a module for each further name while there are free IDs. */
export function namedModules(
  modules: readonly ModuleDraft[],
  first: number,
  names: readonly string[],
): readonly ModuleDraft[] {
  let now = modules
  for (const [at, name] of names.entries()) {
    const id = at === 0 ? first : freeModuleId(now)
    now = now.map((item) => (item.moduleId === id ? { ...item, moduleName: name.trim(), checked: true } : item))
  }
  return now
}

const spellModules = remembering((modules: readonly ModuleDraft[]) =>
  // The name of an unchecked module is dropped.
  modules.map(({ moduleId, moduleName, checked }) => ({
    moduleId,
    checked,
    moduleName: checked ? moduleName.trim() : '',
  })),
)

/** The draft in payload format. An empty text clears a field. */
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
