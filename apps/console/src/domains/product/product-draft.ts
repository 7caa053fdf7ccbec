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
