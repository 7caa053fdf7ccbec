// Pure decisions about products: how a payload becomes a row, how a row is answered, and what the operation log keeps
// of it.
import { DATA_AREAS, LICENSE_FORMS, LIMITS, dataAreaBytes, licenseFormsOf } from '@sealwright/contract'
import type { DataArea, DataAreaName, DeveloperStatus } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { DefinedModule, Product } from './product.tables.ts'

interface ModuleInput {
  moduleId: number
  moduleName?: string | null | undefined
  checked: boolean
}

/** Only checked modules are defined. */
export function definedModules(given: readonly ModuleInput[] | null | undefined): DefinedModule[] {
  return (given ?? [])
    .filter((item) => item.checked)
    .map(({ moduleId, moduleName }) => ({ moduleId, moduleName: moduleName ?? null }))
    .toSorted((a, b) => a.moduleId - b.moduleId)
}

/** All 64 modules, as people see them. */
export function moduleList(defined: readonly DefinedModule[], defaultName: (n: number) => string) {
  const byId = new Map(defined.map((item) => [item.moduleId, item]))
  return Array.from({ length: LIMITS.product.modules }, (_, index) => {
    const moduleId = index + 1
    const item = byId.get(moduleId)
    return { moduleId, moduleName: item?.moduleName ?? defaultName(moduleId), checked: item !== undefined }
  })
}

/** An empty area is stored as none. Parts that belong to another source are dropped. */
export function keptArea(area: DataArea | null | undefined): { content: DataArea | null; size: number } {
  if (!area) return { content: null, size: 0 }
  const size = dataAreaBytes(area)
  if (area.source === 'items' ? (area.items ?? []).length === 0 : size === 0) return { content: null, size: 0 }
  switch (area.source) {
    case 'text':
      return { content: { source: 'text', text: area.text ?? '' }, size }
    case 'file':
      return { content: { source: 'file', fileName: area.fileName ?? null, base64: area.base64 ?? '' }, size }
    case 'items':
      return { content: { source: 'items', items: area.items ?? [] }, size }
  }
}

export function areaAnswer(area: DataArea | null) {
  if (!area) return null
  return {
    source: area.source,
    text: area.text ?? null,
    fileName: area.fileName ?? null,
    base64: area.base64 ?? null,
    // In a fixed key order, so that two answers can be compared: the database reorders keys.
    items:
      area.items?.map(({ key, value, name, group, checked, isBase64, useBase64, isValueHidden }) => ({
        key,
        value,
        name: name ?? null,
        group: group ?? null,
        checked,
        isBase64,
        useBase64,
        isValueHidden,
      })) ?? null,
  }
}

/** A trial developer may not offer the soft form. */
export function isFormAllowed(status: DeveloperStatus, licenseForm: number): boolean {
  return status !== 'trial' || (licenseForm & LICENSE_FORMS.soft) === 0
}

export function sameArea(a: DataArea | null, b: DataArea | null): boolean {
  return JSON.stringify(areaAnswer(a)) === JSON.stringify(areaAnswer(b))
}

/**
 * The facts for the log. Contents stay out: they may have hidden values, and a log row is permanent. A changed area
 * shows its revision.
 */
export function productFacts(row: Product, changedAreas: readonly DataAreaName[] = []): LoggedFacts {
  const area = (name: DataAreaName) => {
    const content = row[name]
    if (!content) return null
    const what = content.source === 'file' && content.fileName ? content.fileName : content.source
    return `${what} · ${row[`${name}Size`]} B${changedAreas.includes(name) ? ` · r${row.revision}` : ''}`
  }
  return {
    name: row.name,
    displayName: row.displayName,
    licenseForm: licenseFormsOf(row.licenseForm).join(' + '),
    licenseId: row.licenseId,
    licenseVersion: row.licenseVersion,
    brief: row.brief,
    logo: row.logo ? `PNG · ${row.logo.length} B` : null,
    modules:
      row.modules
        .map((item) => (item.moduleName === null ? String(item.moduleId) : `${item.moduleId} ${item.moduleName}`))
        .join(', ') || null,
    ...Object.fromEntries(DATA_AREAS.map((name) => [name, area(name)])),
  }
}
