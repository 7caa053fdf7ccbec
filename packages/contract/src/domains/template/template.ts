// Templates: the terms for issuing licenses. There are four families and two nouns in the API (`template` for smart
// templates, `pcTemplate` with `kind` for the others), with the same verbs. Each save is a new version. Issued licenses
// keep their terms.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege, superAdministrator } from '../../kernel/call.ts'
import type { Access } from '../../kernel/call.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { guid, integer, line, oneOrMore, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import type { Privilege } from '../../privileges.ts'
import { dataAreaAnswer, productBodyBytes } from '../product.ts'
import {
  BILLING_MODES,
  MODIFY_PRIVILEGES,
  PC_KINDS,
  pcTemplateFields,
  smartTemplateFields,
} from './template-content.ts'
import type { TemplateFamily, TermField } from './template-content.ts'

export type TemplateVerb = 'create' | 'delete' | 'update' | 'view'
export const templatePrivilege = (family: TemplateFamily, verb: TemplateVerb) =>
  `${family}Template.${verb}` as const satisfies Privilege

/** The short number of a template, on its own page and on those of its licenses. */
export const templateNumber = (guid: string) => guid.slice(-8).toUpperCase()

const nullableInt = z.nullable(z.int())
const nullableFlag = z.nullable(z.boolean())

/** The terms in answers. Fields that do not apply are null. */
export const termsAnswer = {
  licenseForm: nullableInt,
  licenseKeyType: nullableInt,
  opType: nullableInt,
  forceWrite: nullableFlag,
  deductMode: nullableInt,
  packageName: z.nullable(z.string()),
  billingMode: z.nullable(z.enum(BILLING_MODES)),
  isForever: z.boolean(),
  licStartTimeType: nullableInt,
  startTime: z.nullable(z.string()),
  startTimeOp: nullableInt,
  endTime: z.nullable(z.string()),
  endTimeOp: nullableInt,
  endTimeDays: nullableInt,
  licDuration: nullableInt,
  spanTime: nullableInt,
  spanTimeOp: nullableInt,
  counter: nullableInt,
  counterOp: nullableInt,
  useMode: nullableInt,
  machineNum: nullableInt,
  licBindLimit: nullableInt,
  licBindMaxLimit: nullableInt,
  offlineDays: nullableInt,
  offlineBind: nullableFlag,
  kickOut: nullableFlag,
  forceAuthDays: nullableInt,
  c2dDays: nullableInt,
  d2cDays: nullableInt,
  codePassword: nullableFlag,
  concurrentType: z.nullable(z.string()),
  concurrentNumOp: nullableInt,
  concurrentNum: nullableInt,
  groupUsers: nullableInt,
  lanBorrow: nullableInt,
  lending: nullableFlag,
  lendingDays: nullableInt,
  lendingSeats: nullableInt,
} as const satisfies Record<TermField, z.core.$ZodType>

export const grantAnswer = {
  licenseId: z.int(),
  productName: z.string(),
  licenseVersion: nullableInt,
  /**
   * All 64 modules. `checked`: the template grants it. `define`: the product currently defines it. A license gets the
   * modules with both.
   */
  modules: z.array(z.object({ moduleId: z.int(), moduleName: z.string(), checked: z.boolean(), define: z.boolean() })),
  rom: dataAreaAnswer,
  raw: dataAreaAnswer,
  pub: dataAreaAnswer,
}

const templateRow = z.object({
  guid: z.string(),
  name: z.string(),
  licenseId: z.int(),
  productName: z.string(),
  /** Additional products of a license code. */
  otherProductNames: z.array(z.string()),
  ...termsAnswer,
  hasStartTime: z.boolean(),
  hasEndTime: z.boolean(),
  hasSpanTime: z.boolean(),
  canModify: z.boolean(),
  canModifyModule: z.boolean(),
  canModifyDataZone: z.boolean(),
  hasRom: z.boolean(),
  hasRaw: z.boolean(),
  hasPub: z.boolean(),
  romSize: z.int(),
  rawSize: z.int(),
  pubSize: z.int(),
  licenseCount: z.int(),
  effectiveLicenseCount: z.int(),
  /** The fixed end is past: nothing can be issued from it. */
  isExpired: z.boolean(),
  version: z.int(),
  createdBy: z.string(),
  createTime: time,
  updateTime: time,
})
export type TemplateRow = z.input<typeof templateRow>

const templateAnswer = z.object({ ...templateRow.shape, ...grantAnswer, otherProducts: z.array(z.object(grantAnswer)) })
export type TemplateAnswer = z.input<typeof templateAnswer>

export const fieldChanges = z.array(
  z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
)

/**
 * The effect of a save: the changes, whether they create a version (temporary privileges alone do not), and the number
 * of issued licenses, which do not change.
 */
const impact = z.object({
  changes: fieldChanges,
  hasNewVersion: z.boolean(),
  licenseCount: z.int(),
  effectiveLicenseCount: z.int(),
})

/** How a version was created. */
export const VERSION_ORIGINS = ['create', 'update', 'restore'] as const

const versionRow = z.object({
  version: z.int(),
  origin: z.enum(VERSION_ORIGINS),
  restoredVersion: nullableInt,
  createdBy: z.string(),
  createTime: time,
  /** Differences from the previous version. Empty for the first. */
  changes: fieldChanges,
})
export type TemplateVersionRow = z.input<typeof versionRow>

export const TEMPLATE_SORTS = ['updateTime', 'name', 'licenseId'] as const

const version = integer(1, 2_147_483_647)

/** The verbs of a noun. `where` holds the field that selects the kind, if any. */
function verbsOf<Where extends z.core.$ZodShape, Fields extends typeof smartTemplateFields | typeof pcTemplateFields>(
  noun: 'template' | 'pcTemplate',
  where: Where,
  fields: Fields,
  access: (...verbs: [TemplateVerb, ...TemplateVerb[]]) => Access,
) {
  const { name, licenseId, ...others } = fields
  const updated = {
    ...others,
    guid,
    name: z.optional(name),
    licenseId: z.optional(licenseId),
    version: z.optional(version),
  }
  return {
    count: defineCall({
      method: 'POST',
      path: `/${noun}/count.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where }),
      answer: z.int(),
      errors: [],
      summary: 'Counts templates.',
    }),
    listProducts: defineCall({
      method: 'POST',
      path: `/${noun}/listProducts.do`,
      access: access('view', 'create', 'update'),
      effect: 'read',
      payload: z.object({
        ...where,
        productName: z.optional(line(LIMITS.product.nameMax)),
        isUnfit: z.optional(z.boolean()),
      }),
      answer: z.array(z.object({ licenseId: z.int(), productName: z.string() })),
      errors: [],
      summary:
        `Lists the products for a template by name, at most ${LIMITS.template.productOptions}. Filter: part of the ` +
        'name. With `isUnfit`, lists instead those that offer none of the license forms that the template needs.',
    }),
    getProduct: defineCall({
      method: 'POST',
      path: `/${noun}/getProduct.do`,
      access: access('view', 'create', 'update'),
      effect: 'read',
      payload: z.object({ ...where, licenseId: fields.licenseId }),
      answer: z.object({ licenseForm: z.int(), ...grantAnswer }),
      errors: ['product.notFound'],
      summary: 'Returns the forms, modules and data areas that a template of this product can grant.',
    }),
    find: defineCall({
      method: 'POST',
      path: `/${noun}/find.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(TEMPLATE_SORTS, {
        ...where,
        templateName: z.optional(line(LIMITS.template.nameMax)),
        licenseId: z.optional(oneOrMore(fields.licenseId)),
        adminUserId: z.optional(guid),
      }),
      answer: pageOf(templateRow),
      errors: [],
      summary:
        'Lists templates, most recently updated first. Filters: part of the name; license ids of products; ' +
        'administrator who created the template.',
    }),
    get: defineCall({
      method: 'POST',
      path: `/${noun}/get.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid, version: z.optional(version) }),
      answer: templateAnswer,
      errors: ['template.notFound', 'template.versionNotFound'],
      summary: 'Returns a template with its modules and data areas. With `version`, returns that version.',
    }),
    create: defineCall({
      method: 'POST',
      path: `/${noun}/create.do`,
      access: access('create'),
      effect: 'write',
      idempotent: true,
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...where, ...fields }),
      answer: z.object({ guid: z.string() }),
      errors: ['developer.serviceFeeUnpaid'],
      summary: "Creates a template. Times are ISO 8601 instants, or wall times or days in the developer's time zone.",
    }),
    update: defineCall({
      method: 'POST',
      path: `/${noun}/update.do`,
      access: access('update'),
      effect: 'write',
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...where, ...updated }),
      answer: z.object({ guid: z.string(), version: z.int() }),
      errors: ['template.notFound', 'template.productImmutable', 'platform.stale', 'developer.serviceFeeUnpaid'],
      summary:
        'Saves a new version. An empty value clears a field; an absent key leaves it unchanged. With `version`, ' +
        'refuses to overwrite a newer edit. Issued licenses do not change.',
    }),
    previewUpdate: defineCall({
      method: 'POST',
      path: `/${noun}/previewUpdate.do`,
      access: access('update'),
      effect: 'read',
      needsServiceFee: true,
      sends: 'json',
      bodyBytes: productBodyBytes,
      payload: z.object({ ...where, ...updated }),
      answer: impact,
      errors: ['template.notFound', 'template.productImmutable', 'platform.stale', 'developer.serviceFeeUnpaid'],
      summary:
        'Checks the effect of an update: the changes, and the number of issued licenses, which do not change. Saves ' +
        'nothing.',
    }),
    delete: defineCall({
      method: 'POST',
      path: `/${noun}/delete.do`,
      access: access('delete'),
      effect: 'write',
      payload: z.object({ ...where, templateGuid: guid }),
      answer: z.object({}),
      errors: ['template.notFound'],
      summary: 'Deletes a template. Licenses issued from it remain.',
    }),
    batchDelete: defineCall({
      method: 'POST',
      path: `/${noun}/batchDelete.do`,
      access: access('delete'),
      effect: 'write',
      payload: z.object({
        ...where,
        templateGuids: z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.page.maxSize)),
      }),
      answer: z.object({ deleted: z.int(), skipped: z.int() }),
      errors: [],
      summary: 'Deletes several templates. Skips templates that no longer exist. Licenses issued from them remain.',
    }),
    switchModifyPrivilege: defineCall({
      method: 'POST',
      path: `/${noun}/switchModifyPrivilege.do`,
      access: access('update'),
      effect: 'write',
      payload: z.object({ ...where, templateGuid: guid, privilegeName: z.enum(MODIFY_PRIVILEGES) }),
      answer: z.object(
        Object.fromEntries(MODIFY_PRIVILEGES.map((name) => [name, z.boolean()])) as Record<
          (typeof MODIFY_PRIVILEGES)[number],
          z.ZodMiniBoolean
        >,
      ), // fromEntries loses the key types
      errors: ['template.notFound'],
      summary:
        "Switches a temporary privilege on or off: whether the template's terms, modules or data areas can be " +
        'changed when issuing.',
    }),
    findVersions: defineCall({
      method: 'POST',
      path: `/${noun}/findVersions.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['version'], { ...where, guid }),
      answer: pageOf(versionRow),
      errors: ['template.notFound'],
      summary: 'Lists the versions of a template with their changes, newest first.',
    }),
    compareVersions: defineCall({
      method: 'POST',
      path: `/${noun}/compareVersions.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid, from: version, to: version }),
      answer: z.object({ changes: fieldChanges }),
      errors: ['template.notFound', 'template.versionNotFound'],
      summary: 'Returns the differences between two versions.',
    }),
    previewRestore: defineCall({
      method: 'POST',
      path: `/${noun}/previewRestore.do`,
      access: access('update'),
      effect: 'read',
      needsServiceFee: true,
      payload: z.object({ ...where, guid, version }),
      answer: impact,
      errors: ['template.notFound', 'template.versionNotFound', 'developer.serviceFeeUnpaid'],
      summary:
        'Checks the effect of restoring an earlier version. Modules that the product no longer defines are left out. ' +
        'Saves nothing.',
    }),
    restore: defineCall({
      method: 'POST',
      path: `/${noun}/restore.do`,
      access: access('update'),
      effect: 'write',
      needsServiceFee: true,
      payload: z.object({ ...where, guid, version }),
      answer: z.object({ version: z.int() }),
      errors: ['template.notFound', 'template.versionNotFound', 'developer.serviceFeeUnpaid'],
      summary: 'Restores an earlier version as a new version. The same rules apply as for any other save.',
    }),
  }
}

/** Requires any of the verbs for any of the families. */
const rightsOf =
  (...families: [TemplateFamily, ...TemplateFamily[]]) =>
  (...verbs: [TemplateVerb, ...TemplateVerb[]]): Access => {
    const [first, ...others] = families.flatMap((family) => verbs.map((verb) => templatePrivilege(family, verb)))
    return first ? privilege(first, ...others) : superAdministrator
  }

export const templateCalls = defineCalls('template', verbsOf('template', {}, smartTemplateFields, rightsOf('smart')))

export const pcTemplateCalls = defineCalls(
  'template',
  verbsOf('pcTemplate', { kind: z.enum(PC_KINDS) }, pcTemplateFields, rightsOf(...PC_KINDS)),
  'pcTemplate',
)
