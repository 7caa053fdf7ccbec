// Templates: the terms that licenses are issued by. Four families, two nouns on the wire (`template` for smart ones,
// `pcTemplate` with `kind` for the others), the same verbs for both. Each save is a version; licenses that were issued
// keep the terms they were issued with.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege, superAdministrator } from '../kernel/call.ts'
import type { Access } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { guid, integer, line, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import type { Privilege } from '../privileges.ts'
import { dataAreaAnswer, productBodyBytes } from './product.ts'
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

/** What people tell a template by, on its own page and on those of its licenses. */
export const templateNumber = (guid: string) => guid.slice(-8).toUpperCase()

const nullableInt = z.nullable(z.int())
const nullableFlag = z.nullable(z.boolean())

/** The terms as they are answered: null where a field is not for this template. */
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
   * All 64: `checked` is granted by the template, `define` is defined by the product now; only both together reach a
   * license.
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
  /** Further products of a license code. */
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
  /** Its fixed end is past: nothing can be issued from it. */
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
 * What a save would change, whether that is a new version (a temporary privilege alone is none), and the licenses that
 * it leaves as they are.
 */
const impact = z.object({
  changes: fieldChanges,
  hasNewVersion: z.boolean(),
  licenseCount: z.int(),
  effectiveLicenseCount: z.int(),
})

/** How a version came to be. */
export const VERSION_ORIGINS = ['create', 'update', 'restore'] as const

const versionRow = z.object({
  version: z.int(),
  origin: z.enum(VERSION_ORIGINS),
  /** The version that was restored. */
  restoredVersion: nullableInt,
  createdBy: z.string(),
  createTime: time,
  /** What differs from the version before; empty for the first. */
  changes: fieldChanges,
})
export type TemplateVersionRow = z.input<typeof versionRow>

export const TEMPLATE_SORTS = ['updateTime', 'name', 'licenseId'] as const

const version = integer(1, 2_147_483_647)

/** The verbs, once for each noun: `where` is what tells the kinds of a noun apart. */
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
      summary: 'How many templates there are.',
    }),
    listProducts: defineCall({
      method: 'POST',
      path: `/${noun}/listProducts.do`,
      access: access('view', 'create', 'update'),
      effect: 'read',
      payload: z.object({ ...where, productName: z.optional(line(LIMITS.product.nameMax)) }),
      answer: z.array(z.object({ licenseId: z.int(), productName: z.string() })),
      errors: [],
      summary: `The products that a template can be of, by name; at most ${LIMITS.template.productOptions}, narrowed by a part of the name.`,
    }),
    getProduct: defineCall({
      method: 'POST',
      path: `/${noun}/getProduct.do`,
      access: access('view', 'create', 'update'),
      effect: 'read',
      payload: z.object({ ...where, licenseId: fields.licenseId }),
      answer: z.object({ licenseForm: z.int(), ...grantAnswer }),
      errors: ['product.notFound'],
      summary: 'What a template of this product can grant: its forms, modules and data areas.',
    }),
    find: defineCall({
      method: 'POST',
      path: `/${noun}/find.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(TEMPLATE_SORTS, {
        ...where,
        templateName: z.optional(line(LIMITS.template.nameMax)),
        licenseId: z.optional(fields.licenseId),
        adminUserId: z.optional(guid),
      }),
      answer: pageOf(templateRow),
      errors: [],
      summary:
        "Lists templates, the most recently updated first. Filters: part of the name, the product's license id, the administrator who created them.",
    }),
    get: defineCall({
      method: 'POST',
      path: `/${noun}/get.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid, version: z.optional(version) }),
      answer: templateAnswer,
      errors: ['template.notFound', 'template.versionNotFound'],
      summary: 'One template with its modules and data areas; with `version`, as it was then.',
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
      summary: "Creates a template. Times may be ISO 8601 instants, wall times or days in the developer's time zone.",
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
        "Saves a new version: an empty value clears, an absent key stays. With `version`, an edit over somebody else's newer one is refused. Issued licenses stay as they are.",
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
        'What an update would change, and how many licenses were issued from the template so far: those stay as they are. Nothing is saved.',
    }),
    delete: defineCall({
      method: 'POST',
      path: `/${noun}/delete.do`,
      access: access('delete'),
      effect: 'write',
      payload: z.object({ ...where, templateGuid: guid }),
      answer: z.object({}),
      errors: ['template.notFound'],
      summary: 'Deletes a template. Licenses issued from it stay.',
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
      summary: 'Deletes several templates; one that is gone already is skipped. Licenses issued from them stay.',
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
      ), // fromEntries forgets the names
      errors: ['template.notFound'],
      summary:
        "Switches a temporary privilege: whether whoever issues may deviate from the template's terms, modules or data areas.",
    }),
    findVersions: defineCall({
      method: 'POST',
      path: `/${noun}/findVersions.do`,
      access: access('view'),
      effect: 'read',
      payload: pageQuery(['version'], { ...where, guid }),
      answer: pageOf(versionRow),
      errors: ['template.notFound'],
      summary: 'The versions of a template, newest first, each with what it changed.',
    }),
    compareVersions: defineCall({
      method: 'POST',
      path: `/${noun}/compareVersions.do`,
      access: access('view'),
      effect: 'read',
      payload: z.object({ ...where, guid, from: version, to: version }),
      answer: z.object({ changes: fieldChanges }),
      errors: ['template.notFound', 'template.versionNotFound'],
      summary: 'What differs between two versions.',
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
        'What restoring an earlier version would change. Modules that the product does not define any more stay out. Nothing is saved.',
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
      summary: 'Makes an earlier version the present one, as a new version. It is checked like any other save.',
    }),
  }
}

/** Any of these rights, for any of these families. */
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
