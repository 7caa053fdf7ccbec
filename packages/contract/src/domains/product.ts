// Products of a developer. A product has one license id, the number compiled into the protected program. It never
// changes and is never reused, even after the product is deleted.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { base64Bytes, base64Length, isBase64, noSpecialCharacters, pngLogo } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { violationsOf } from '../kernel/violations.ts'
import {
  byGuid,
  clearable,
  guid,
  integer,
  line,
  oneOrMore,
  paragraph,
  rule,
  stripEmoji,
  time,
  verbatim,
  withShorthand,
} from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

const limits = LIMITS.product

/** License forms are bits: a product offers cloud, soft or both. 4 (dongle) occurs only on licenses. */
export const LICENSE_FORMS = { cloud: 1, soft: 2 } as const
export type LicenseForm = keyof typeof LICENSE_FORMS
/** The form of licenses in dongles. */
export const DONGLE_FORM = 4

export function licenseFormsOf(mask: number): LicenseForm[] {
  return (Object.keys(LICENSE_FORMS) as LicenseForm[]).filter((form) => (mask & LICENSE_FORMS[form]) !== 0) // its keys
}

export const DATA_AREAS = ['rom', 'raw', 'pub'] as const
export type DataAreaName = (typeof DATA_AREAS)[number]

/** The default name of a module, in both languages. It is never stored. */
const DEFAULT_MODULE_NAME = /^(?:子模块\s?|sub-module )([1-9]\d?)$/i

export function isDefaultModuleName(moduleId: number, name: string): boolean {
  return DEFAULT_MODULE_NAME.exec(name)?.[1] === String(moduleId)
}

const moduleName = line(limits.moduleNameMax).check(
  rule('spaces', (value: string) => !/\s/u.test(value)),
  noSpecialCharacters,
)

/** A default name is stored as null. The rules apply to other names only. */
const productModule = z
  .object({
    moduleId: integer(1, limits.modules),
    moduleName: z.optional(z.nullable(z.string())),
    checked: z._default(z.boolean(), true),
  })
  .check(
    z.overwrite((module) => {
      const name = module.moduleName && stripEmoji(module.moduleName).trim()
      return { ...module, moduleName: name && !isDefaultModuleName(module.moduleId, name) ? name : null }
    }),
    z.superRefine(({ moduleName: name }, context) => {
      const { error } = name ? z.safeParse(moduleName, name) : {}
      for (const { rule, params } of error ? violationsOf(error, name) : [])
        context.addIssue({ code: 'custom', path: ['moduleName'], params: { rule, ...params } })
    }),
  )

const modules = z.array(productModule).check(
  z.maxLength(limits.modules),
  z.superRefine((list, context) => {
    const seen = new Set<number>()
    list.forEach((item, index) => {
      if (seen.has(item.moduleId))
        context.addIssue({
          code: 'custom',
          path: [index, 'moduleId'],
          params: { rule: 'duplicateModule', moduleId: item.moduleId },
        })
      seen.add(item.moduleId)
    })
  }),
)

/**
 * One item of a key-value area. `isBase64`: the value was entered as base64. `useBase64`: the program receives it as
 * base64. `isValueHidden`: screens and the operation log do not show it. Only checked items are in the area.
 */
const keyValueItem = z.object({
  key: line(limits.itemKeyMax),
  value: z._default(verbatim(limits.areaBytes), ''),
  name: z.optional(z.nullable(line(limits.itemNameMax))),
  group: z.optional(z.nullable(line(limits.itemGroupMax))),
  checked: z._default(z.boolean(), true),
  isBase64: z._default(z.boolean(), false),
  useBase64: z._default(z.boolean(), false),
  isValueHidden: z._default(z.boolean(), false),
})
export type KeyValueItem = z.output<typeof keyValueItem>

const dataAreaFields = z.object({
  source: z.enum(['text', 'file', 'items']),
  text: z.optional(z.nullable(verbatim(limits.areaBytes))),
  fileName: z.optional(z.nullable(line(limits.fileNameMax))),
  base64: z.optional(
    z.nullable(z.string().check(z.maxLength(base64Length(limits.areaBytes) + 4), rule('notBase64', isBase64))),
  ),
  items: z.optional(z.nullable(z.array(keyValueItem).check(z.maxLength(limits.items)))),
})
export type DataArea = z.output<typeof dataAreaFields>

/** The value as the program receives it: decoded or encoded if the two flags differ. */
function deliveredValue({ value, isBase64: isTyped, useBase64: isDelivered }: KeyValueItem): string {
  if (isTyped === isDelivered || (isTyped && !isBase64(value))) return value
  if (isTyped) return new TextDecoder().decode(Uint8Array.from(atob(value), (character) => character.charCodeAt(0)))
  return btoa(Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join(''))
}

/** The content of a key-value area for the program: one JSON object with the checked items. */
export function keyValueContent(items: readonly KeyValueItem[]): string {
  return JSON.stringify(
    Object.fromEntries(items.filter((item) => item.checked).map((item) => [item.key, deliveredValue(item)])),
  )
}

/** The size of the area on a license. Unchecked items count too, because a template can check them later. */
export function dataAreaBytes(area: DataArea): number {
  switch (area.source) {
    case 'text':
      return new TextEncoder().encode(area.text ?? '').length
    case 'file':
      return base64Bytes(area.base64 ?? '')
    case 'items':
      return new TextEncoder().encode(keyValueContent((area.items ?? []).map((item) => ({ ...item, checked: true }))))
        .length
  }
}

export const dataArea = withShorthand(
  dataAreaFields.check(
    z.superRefine((area, context) => {
      if (dataAreaBytes(area) > limits.areaBytes)
        context.addIssue({ code: 'custom', params: { rule: 'dataAreaTooLarge', max: limits.areaBytes } })
      const seen = new Set<string>()
      for (const [index, item] of (area.source === 'items' ? (area.items ?? []) : []).entries()) {
        if (seen.has(item.key))
          context.addIssue({
            code: 'custom',
            path: ['items', index, 'key'],
            params: { rule: 'duplicateItemKey', key: item.key },
          })
        seen.add(item.key)
        if (item.isBase64 && !isBase64(item.value))
          context.addIssue({ code: 'custom', path: ['items', index, 'value'], params: { rule: 'notBase64' } })
      }
    }),
  ),
  // A plain text is a text area, a plain list is a key-value area.
  (raw) => {
    if (Array.isArray(raw)) return { source: 'items', items: raw }
    if (typeof raw !== 'string' || /^\s*\{/.test(raw)) return raw
    if (!/^\s*\[/.test(raw)) return { source: 'text', text: raw }
    return { source: 'items', items: raw }
  },
)

const licenseForm = integer(1, LICENSE_FORMS.cloud | LICENSE_FORMS.soft)

/** The fields of a product with their rules. Forms in the console validate against the same schemas. */
export const productFields = {
  name: line(limits.nameMax).check(noSpecialCharacters),
  displayName: line(limits.displayNameMax).check(noSpecialCharacters),
  licenseForm,
  licenseId: integer(1, limits.licenseIdMax),
  licenseVersion: clearable(integer(0, limits.licenseVersionMax)),
  brief: clearable(paragraph(limits.briefMax)),
  logo: clearable(pngLogo(limits.logoBytes)),
  modules: clearable(modules),
  rom: clearable(dataArea),
  raw: clearable(dataArea),
  pub: clearable(dataArea),
}

const moduleAnswer = z.object({ moduleId: z.int(), moduleName: z.string(), checked: z.boolean() })

const productRow = z.object({
  guid: z.string(),
  name: z.string(),
  displayName: z.string(),
  licenseForm: z.int(),
  licenseId: z.int(),
  licenseVersion: z.nullable(z.int()),
  brief: z.nullable(z.string()),
  hasLogo: z.boolean(),
  moduleCount: z.int(),
  hasRom: z.boolean(),
  hasRaw: z.boolean(),
  hasPub: z.boolean(),
  romSize: z.int(),
  rawSize: z.int(),
  pubSize: z.int(),
  /** Templates of all families that use the product, and the licenses issued from them. */
  templateCount: z.int(),
  licenseCount: z.int(),
  effectiveLicenseCount: z.int(),
  createTime: time,
  updateTime: time,
})
export type ProductRow = z.input<typeof productRow>

export const dataAreaAnswer = z.nullable(
  z.object({
    source: z.enum(['text', 'file', 'items']),
    text: z.nullable(z.string()),
    fileName: z.nullable(z.string()),
    base64: z.nullable(z.string()),
    items: z.nullable(
      z.array(
        z.object({
          key: z.string(),
          value: z.string(),
          name: z.nullable(z.string()),
          group: z.nullable(z.string()),
          checked: z.boolean(),
          isBase64: z.boolean(),
          useBase64: z.boolean(),
          isValueHidden: z.boolean(),
        }),
      ),
    ),
  }),
)

/** Allows for data areas, a logo and modules, with the overhead of form encoding. */
export const productBodyBytes = 4 * 1024 * 1024

export const PRODUCT_SORTS = ['updateTime', 'name', 'licenseId'] as const

export const productCalls = defineCalls('product', {
  find: defineCall({
    method: 'POST',
    path: '/product/find.do',
    access: privilege('product.view'),
    effect: 'read',
    payload: pageQuery(PRODUCT_SORTS, {
      productName: z.optional(line(limits.nameMax)),
      licenseId: z.optional(oneOrMore(integer(1, limits.licenseIdMax))),
      licenseForm: z.optional(licenseForm),
    }),
    answer: pageOf(productRow),
    errors: [],
    summary:
      'Lists products, most recently updated first. Filters: part of the name or display name; license ids; an ' +
      'offered license form.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/product/get.do',
    access: privilege('product.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({
      ...productRow.shape,
      revision: z.int(),
      logo: z.nullable(z.string()),
      modules: z.array(moduleAnswer),
      rom: dataAreaAnswer,
      raw: dataAreaAnswer,
      pub: dataAreaAnswer,
      createdBy: z.string(),
    }),
    errors: ['product.notFound'],
    summary: 'Returns a product with its 64 modules, data areas and logo (base64 PNG).',
  }),
  logos: defineCall({
    method: 'POST',
    path: '/product/logos.do',
    access: privilege('product.view'),
    effect: 'read',
    payload: z.object({ guids: z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.page.maxSize)) }),
    answer: z.object({ rows: z.array(z.object({ guid: z.string(), logo: z.string() })) }),
    errors: [],
    summary:
      "Returns the logos (base64 PNG) of up to one page of products. Products without a logo or outside the caller's " +
      'row scope are left out.',
  }),
  nextLicenseId: defineCall({
    method: 'POST',
    path: '/product/nextLicenseId.do',
    access: privilege('product.create'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({ licenseId: z.int() }),
    errors: [],
    summary:
      'Suggests a license id for a new product: one that no product has or had. It is not reserved; another product ' +
      'can still take it first.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/product/create.do',
    access: privilege('product.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    bodyBytes: productBodyBytes,
    payload: z.object(productFields),
    answer: z.object({ guid: z.string() }),
    errors: ['product.licenseIdTaken', 'product.licenseIdReserved', 'product.trialLimit', 'product.trialSoftForm'],
    summary: 'Creates a product. Its license id cannot change and is never reused.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/product/update.do',
    access: privilege('product.update'),
    effect: 'write',
    sends: 'json',
    bodyBytes: productBodyBytes,
    payload: z.object({
      ...productFields,
      guid,
      name: z.optional(productFields.name),
      displayName: z.optional(productFields.displayName),
      licenseForm: z.optional(productFields.licenseForm),
      licenseId: z.optional(productFields.licenseId),
      revision: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
    }),
    answer: z.object({ guid: z.string() }),
    errors: [
      'product.notFound',
      'product.licenseIdImmutable',
      'product.trialSoftForm',
      'product.formInUse',
      'platform.stale',
    ],
    summary:
      'Updates a product. An empty value clears a field; an absent key leaves it unchanged. With `revision`, refuses ' +
      'to overwrite a newer edit.',
  }),
  previewUpdate: defineCall({
    method: 'POST',
    path: '/product/previewUpdate.do',
    access: privilege('product.update'),
    effect: 'read',
    sends: 'json',
    payload: z.object({ guid, licenseForm: z.optional(productFields.licenseForm), modules: productFields.modules }),
    answer: z.object({
      /** Forms that templates use and that the change would remove: the update would be refused. */
      forms: z.array(z.object({ licenseForm: z.int(), templateCount: z.int() })),
      /** Modules that templates grant and that the change would remove: new licenses would not include them. */
      modules: z.array(z.object({ moduleId: z.int(), moduleName: z.string(), templateCount: z.int() })),
    }),
    errors: ['product.notFound'],
    summary: "Checks the effect of a change of forms or modules on the product's templates. Saves nothing.",
  }),
  delete: defineCall({
    method: 'POST',
    path: '/product/delete.do',
    access: privilege('product.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['product.notFound', 'product.inUse'],
    summary: 'Deletes a product that no template uses. Its license id stays reserved.',
  }),
})
