// Licenses in dongles. Each change is a package for one lock, signed by the center and sealed to the lock, which takes
// it once and reports the result. Somebody who issues proves by the hosted lock PIN that they may.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { sheetFormat } from '../../kernel/sheet.ts'
import { guid, integer, line, oneOrMore, paragraph, time, toldTime, verbatim } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { issueTemplate, licenseContent, templateOption } from '../license/license.ts'
import { productBodyBytes } from '../product.ts'
import { taskAnswer } from '../task.ts'
import { pcTemplateFields } from '../template/template-content.ts'
import { LOCK_RESULTS } from './dongle-files.ts'
import { DONGLE_LICENSE_STATUSES, UPGRADE_KINDS, UPGRADE_STATUSES } from './upgrade-states.ts'
import { chosenLocks } from './user-lock.ts'

const limits = LIMITS.dongle
const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(toldTime)
const result = z.nullable(z.enum(LOCK_RESULTS))

export const DONGLE_LICENSE_ACTS = ['refresh', 'delete'] as const

/** A license as it is, or will be, inside a lock. */
const insideAnswer = z.object({
  licenseVersion: z.nullable(z.int()),
  startTime: nullableTime,
  endTime: nullableTime,
  spanTime: z.nullable(z.int()),
  counter: z.nullable(z.int()),
  concurrentType: nullableText,
  concurrentNum: z.nullable(z.int()),
  modules: z.array(z.int()),
  hasRom: z.boolean(),
  hasRaw: z.boolean(),
  hasPub: z.boolean(),
})
export type DongleInside = z.input<typeof insideAnswer>

export const dongleLicenseFilter = {
  /** Start of a shell number. */
  keyword: z.optional(line(64)),
  licenseId: z.optional(oneOrMore(integer(1, LIMITS.product.licenseIdMax))),
  templateGuid: z.optional(guid),
  status: z.optional(oneOrMore(z.literal(Object.values(DONGLE_LICENSE_STATUSES)))),
  upgradeStatus: z.optional(z.literal(Object.values(UPGRADE_STATUSES))),
  lockGuid: z.optional(guid),
  customerGuid: z.optional(guid),
  adminUserId: z.optional(guid),
  integratorGuid: z.optional(guid),
  startTime: z.optional(time),
  endTime: z.optional(time),
}

const licenseRow = z.object({
  guid: z.string(),
  lockGuid: z.string(),
  shellNumber: z.string(),
  licenseId: z.int(),
  productName: z.string(),
  /** Section 4: 4 is the form of licenses in dongles. */
  licenseForm: z.int(),
  status: z.int(),
  /** As the lock reported it. Null: it was not written yet. */
  inside: z.nullable(insideAnswer),
  /** With the packages that wait. Null: these delete it. */
  planned: z.nullable(insideAnswer),
  expireTime: nullableTime,
  templateGuid: nullableText,
  templateName: nullableText,
  /** Whether the caller can open the template: it is not deleted and in the caller's row scope. */
  hasTemplate: z.boolean(),
  customerGuid: nullableText,
  customerName: nullableText,
  integratorGuid: nullableText,
  integratorName: nullableText,
  issuer: z.string(),
  issueTime: time,
  updateTime: time,
  /** Of the latest package. */
  upgradeGuid: z.string(),
  upgradeKind: z.enum(UPGRADE_KINDS),
  upgradeStatus: z.int(),
  reason: result,
  acts: z.array(z.enum(DONGLE_LICENSE_ACTS)),
})
export type DongleLicenseRow = z.input<typeof licenseRow>

/** Whoever issues knows the PIN of the hosted lock. */
const pin = verbatim(LIMITS.developer.pinMax).check(z.minLength(1))
const validDays = z.optional(integer(1, LIMITS.template.exchangeFileDays))
const changes = z.optional(z.object(licenseContent(pcTemplateFields)))
const remark = z.optional(paragraph(LIMITS.license.remarkMax))
const templateGuids = z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.template.products))
const issuing = { templateGuids, ...chosenLocks, changes, validDays, remark }
const PIN_ERRORS = ['dongleLicense.pinNotSet', 'dongleLicense.pinWrong', 'dongleLicense.pinTries'] as const
const LOCK_ERRORS = ['userLock.noneChosen', 'userLock.tooMany', 'userLock.notFound'] as const
const ISSUE_ERRORS = [
  'template.notFound',
  'license.templateExpired',
  'license.changeNotAllowed',
  'dongleLicense.sameProduct',
  'dongleLicense.unfit',
  ...LOCK_ERRORS,
  ...PIN_ERRORS,
  'billing.overdue',
  'developer.serviceFeeUnpaid',
] as const

const judgedLock = z.object({
  lockGuid: nullableText,
  shellNumber: z.string(),
  isAllowed: z.boolean(),
  message: nullableText,
})
const previewAnswer = z.object({
  isAllowed: z.boolean(),
  /** At most a hundred, refused ones first. */
  locks: z.array(judgedLock),
  fit: z.int(),
  unfit: z.int(),
})
export type DonglePreview = z.input<typeof previewAnswer>
const packageMade = z.object({ guid: z.string(), shellNumber: z.string(), name: z.string() })

const json = { method: 'POST', sends: 'json', bodyBytes: Math.max(productBodyBytes, limits.batchBodyBytes) } as const
const writing = { ...json, effect: 'write', idempotent: true, needsServiceFee: true } as const

export const dongleLicenseCalls = defineCalls('dongleLicense', {
  find: defineCall({
    method: 'POST',
    path: '/dongleLicense/find.do',
    access: privilege('dongleLicense.view'),
    effect: 'read',
    payload: pageQuery(['updateTime', 'issueTime', 'expireTime'], dongleLicenseFilter),
    answer: pageOf(licenseRow),
    errors: ['platform.timeIllegal'],
    summary: 'Lists the licenses in dongles, latest change first.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/dongleLicense/get.do',
    access: privilege('dongleLicense.view'),
    effect: 'read',
    payload: z.object({ guid }),
    answer: z.object({
      ...licenseRow.shape,
      /** The modules of the product, with names. */
      moduleNames: z.array(z.object({ moduleId: z.int(), moduleName: z.string() })),
      remark: nullableText,
    }),
    errors: ['dongleLicense.notFound'],
    summary: 'Returns a license in a dongle.',
  }),
  templates: defineCall({
    method: 'POST',
    path: '/dongleLicense/templates.do',
    access: privilege('dongleLicense.issue', 'dongleLicense.view'),
    effect: 'read',
    payload: z.object({ templateName: z.optional(line(LIMITS.template.nameMax)) }),
    answer: z.array(templateOption),
    errors: [],
    summary: `Lists dongle templates for issuing or filtering, at most ${LIMITS.license.templateOptions}.`,
  }),
  template: defineCall({
    method: 'POST',
    path: '/dongleLicense/template.do',
    access: privilege('dongleLicense.issue'),
    effect: 'read',
    payload: z.object({ guid }),
    answer: issueTemplate,
    errors: ['template.notFound'],
    summary: 'Returns the terms of a dongle template, and the fields that can be changed when issuing.',
  }),
  preview: defineCall({
    ...json,
    path: '/dongleLicense/preview.do',
    access: privilege('dongleLicense.issue'),
    effect: 'read',
    payload: z.object(issuing),
    answer: previewAnswer,
    errors: [
      'template.notFound',
      'license.templateExpired',
      'license.changeNotAllowed',
      'dongleLicense.sameProduct',
      'userLock.noneChosen',
      'userLock.tooMany',
    ],
    summary: 'Checks an issue without doing it: which locks would accept it, and why others would not.',
  }),
  issue: defineCall({
    ...writing,
    path: '/dongleLicense/issue.do',
    access: privilege('dongleLicense.issue'),
    payload: z.object({ ...issuing, pin }),
    answer: z.object({ issueGuid: z.string(), packages: z.array(packageMade) }),
    errors: ISSUE_ERRORS,
    summary: `Signs one package for each of up to ${limits.issueAtOnce} locks. All locks are checked first.`,
  }),
  batchIssue: defineCall({
    ...writing,
    path: '/dongleLicense/batchIssue.do',
    access: privilege('dongleLicense.issue'),
    payload: z.object({ ...issuing, pin: z.optional(pin), dryRun: z._default(z.boolean(), false) }),
    answer: taskAnswer,
    errors: ISSUE_ERRORS,
    summary:
      `Signs one package for each of up to ${limits.batchLocks} locks as a task. It can be undone for the packages ` +
      'that nobody has fetched. A dry run needs no PIN; `/dongleLicense/start.do` then starts it.',
  }),
  start: defineCall({
    ...writing,
    path: '/dongleLicense/start.do',
    access: privilege('dongleLicense.issue', 'dongleLicense.delete'),
    payload: z.object({ taskId: guid, pin }),
    answer: taskAnswer,
    errors: ['task.notFound', 'task.stateForbids', ...PIN_ERRORS, 'billing.overdue', 'developer.serviceFeeUnpaid'],
    summary: 'Starts a checked batch with the hosted lock PIN.',
  }),
  previewRefresh: defineCall({
    ...json,
    path: '/dongleLicense/previewRefresh.do',
    access: privilege('dongleLicense.update'),
    effect: 'read',
    payload: z.object({ guid, changes }),
    answer: z.object({ isAllowed: z.boolean(), message: nullableText, planned: z.nullable(insideAnswer) }),
    errors: ['dongleLicense.notFound', 'license.changeNotAllowed'],
    summary: 'Checks an update of a license in a dongle, and tells what it would be afterwards.',
  }),
  refresh: defineCall({
    ...writing,
    path: '/dongleLicense/refresh.do',
    access: privilege('dongleLicense.update'),
    payload: z.object({ guid, changes, pin, validDays, remark }),
    answer: z.object({ upgrade: packageMade }),
    errors: [
      'dongleLicense.notFound',
      'dongleLicense.unfit',
      'license.changeNotAllowed',
      ...PIN_ERRORS,
      'billing.overdue',
      'developer.serviceFeeUnpaid',
    ],
    summary: 'Signs a package that updates one license: each value is set, appended, decreased or unlimited.',
  }),
  delete: defineCall({
    ...writing,
    path: '/dongleLicense/delete.do',
    access: privilege('dongleLicense.delete'),
    payload: z.object({
      guids: z.array(guid).check(z.minLength(1), z.maxLength(limits.issueAtOnce)),
      pin,
      validDays,
      remark,
    }),
    answer: z.object({ packages: z.array(packageMade) }),
    errors: ['dongleLicense.notFound', 'dongleLicense.unfit', ...PIN_ERRORS],
    summary: 'Signs packages that delete licenses in their dongles.',
  }),
  empty: defineCall({
    ...writing,
    path: '/dongleLicense/empty.do',
    access: privilege('dongleLicense.delete'),
    payload: z.object({
      ...chosenLocks,
      pin: z.optional(pin),
      validDays,
      remark,
      dryRun: z._default(z.boolean(), false),
    }),
    answer: taskAnswer,
    errors: [...LOCK_ERRORS, ...PIN_ERRORS],
    summary: 'Signs packages that delete all licenses inside the chosen locks, as a task.',
  }),
  export: defineCall({
    method: 'POST',
    path: '/dongleLicense/export.do',
    access: privilege('dongleLicense.export'),
    effect: 'read',
    streams: 'file',
    payload: z.object({ ...dongleLicenseFilter, format: sheetFormat }),
    answer: z.object({}),
    errors: ['platform.timeIllegal'],
    summary: 'Downloads the filtered licenses as a spreadsheet or CSV file.',
  }),
})

const upgradeRow = z.object({
  guid: z.string(),
  kind: z.enum(UPGRADE_KINDS),
  lockGuid: z.string(),
  shellNumber: z.string(),
  number: z.int(),
  status: z.int(),
  /** The products it is about, with the result of each. A clear has none. */
  parts: z.array(z.object({ licenseId: z.int(), productName: z.string(), result })),
  /** The first result that is not `done`. */
  reason: result,
  name: z.string(),
  downloads: z.int(),
  downloadTime: nullableTime,
  validUntil: toldTime,
  by: z.string(),
  time,
  reportTime: nullableTime,
  taskId: nullableText,
  reissuedBy: nullableText,
  remark: nullableText,
  canDownload: z.boolean(),
  canReissue: z.boolean(),
  canWithdraw: z.boolean(),
})
export type UpgradeRow = z.input<typeof upgradeRow>
/** Each kind of package needs its own of these. */
const making = privilege('dongleLicense.issue', 'dongleLicense.update', 'dongleLicense.delete')
const records = z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.license.batchActs))

export const upgradeCalls = defineCalls(
  'dongleLicense',
  {
    find: defineCall({
      method: 'POST',
      path: '/upgrade/find.do',
      access: privilege('dongleLicense.view'),
      effect: 'read',
      payload: pageQuery(['time'], {
        lockGuid: z.optional(guid),
        licenseGuid: z.optional(guid),
        taskId: z.optional(guid),
        status: z.optional(z.literal(Object.values(UPGRADE_STATUSES))),
        keyword: z.optional(line(64)),
      }),
      answer: pageOf(upgradeRow),
      errors: [],
      summary: 'Lists packages for dongles, latest first: of one lock, of one license, of one task, or all.',
    }),
    download: defineCall({
      method: 'POST',
      path: '/upgrade/download.do',
      access: privilege('dongleLicense.deliver'),
      effect: 'write',
      streams: 'file',
      payload: z.object({ guids: z.optional(records), taskId: z.optional(guid) }),
      answer: z.object({}),
      errors: ['dongleLicense.packageNotFound', 'dongleLicense.packageEnded'],
      summary: 'Downloads a package as a file, or several in one zip file. Each download is counted.',
    }),
    reissue: defineCall({
      ...writing,
      path: '/upgrade/reissue.do',
      access: making,
      payload: z.object({ guids: records, pin, validDays }),
      answer: z.object({ packages: z.array(packageMade) }),
      errors: [
        'dongleLicense.packageNotFound',
        'dongleLicense.cannotReissue',
        'dongleLicense.mayBeWritten',
        'dongleLicense.unfit',
        ...PIN_ERRORS,
        'billing.overdue',
        'developer.serviceFeeUnpaid',
      ],
      summary: 'Signs the parts of failed or ended packages again, each with a new number.',
    }),
    withdraw: defineCall({
      method: 'POST',
      path: '/upgrade/withdraw.do',
      access: making,
      effect: 'write',
      sends: 'json',
      payload: z.object({ guids: records }),
      answer: z.object({ withdrawn: z.int() }),
      errors: ['dongleLicense.packageNotFound', 'dongleLicense.cannotWithdraw'],
      summary: 'Takes back packages that nobody has fetched.',
    }),
  },
  'upgrade',
)
