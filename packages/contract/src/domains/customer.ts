// The people who use a developer's software: users (accounts that hold licenses), customers (the companies of users)
// and tags. E-mail and mobile accounts are global; a shadow account belongs to one developer. A developer's notes on a
// user are visible to that developer only.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../kernel/call.ts'
import { email, isEmail, isMobile, newPassword, noSpecialCharacters, phone, upload } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { byGuid, clearable, guid, line, oneOrMore, paragraph, revision, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { taskAnswer } from './task.ts'

/** Section 4: account type. */
export const ACCOUNT_TYPES = { email: 1, phone: 2, shadow: 4 } as const
export type AccountType = (typeof ACCOUNT_TYPES)[keyof typeof ACCOUNT_TYPES]
const accountType = z.literal(Object.values(ACCOUNT_TYPES))

/** The type of an account name. Shadow accounts are only recognized by exclusion. */
export const accountTypeOf = (account: string): AccountType =>
  isEmail(account) ? ACCOUNT_TYPES.email : isMobile(account) ? ACCOUNT_TYPES.phone : ACCOUNT_TYPES.shadow

export const GENDERS = { unknown: 0, male: 1, female: 2 } as const
export type Gender = keyof typeof GENDERS

const SHADOW_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u
/** Letters, digits and . _ - @, but not an e-mail address or a mobile number. */
export const isShadowName = (account: string) =>
  account.length <= LIMITS.user.shadowNameMax && SHADOW_NAME.test(account) && !isEmail(account) && !isMobile(account)

export const tagName = line(LIMITS.tag.nameMax).check(noSpecialCharacters)
export const customerName = line(LIMITS.customer.nameMax).check(noSpecialCharacters)

/** Tag names. Unknown tags are created. */
export const tagNames = z.array(tagName).check(
  z.maxLength(LIMITS.tag.perUser),
  z.superRefine((names, context) => {
    const seen = new Set<string>()
    names.forEach((name, index) => {
      if (seen.has(name.toLowerCase()))
        context.addIssue({ code: 'custom', path: [index], params: { rule: 'duplicateTag', name } })
      seen.add(name.toLowerCase())
    })
  }),
)

/** A developer's notes on a user. All fields are optional. */
export const userProfile = {
  userName: clearable(line(LIMITS.user.userNameMax).check(noSpecialCharacters)),
  gender: z.optional(z.literal(Object.values(GENDERS))),
  phone: clearable(phone),
  address: clearable(line(LIMITS.user.addressMax)),
  customerName: clearable(customerName),
  description: clearable(paragraph(LIMITS.user.descriptionMax)),
  tags: clearable(tagNames),
}

/** `accountType` is required only for shadow accounts. */
export const newUser = z
  .object({
    account: line(LIMITS.account.accountMax),
    accountType: z.optional(accountType),
    password: z.optional(newPassword),
    ...userProfile,
    needActivation: z._default(z.boolean(), true),
    sendMail: z._default(z.boolean(), true),
  })
  .check(
    z.superRefine(({ account, accountType: given, password }, context) => {
      const isShadow = given === ACCOUNT_TYPES.shadow
      if (isShadow ? !isShadowName(account) : accountTypeOf(account) === ACCOUNT_TYPES.shadow)
        context.addIssue({
          code: 'custom',
          path: ['account'],
          params: { rule: isShadow ? 'shadowName' : 'notAccount' },
        })
      else if (given !== undefined && !isShadow && given !== accountTypeOf(account))
        context.addIssue({
          code: 'custom',
          path: ['account'],
          params: { rule: given === ACCOUNT_TYPES.email ? 'notEmail' : 'notMobile' },
        })
      if (isShadow && password === undefined)
        context.addIssue({ code: 'custom', path: ['password'], params: { rule: 'required' } })
      if (!isShadow && password !== undefined)
        context.addIssue({ code: 'custom', path: ['password'], params: { rule: 'notApplicable' } })
    }),
  )

const namedTag = z.object({ guid: z.string(), name: z.string() })

const userRow = z.object({
  guid: z.string(),
  account: z.string(),
  accountType: z.int(),
  userName: z.nullable(z.string()),
  gender: z.int(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  customerGuid: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  description: z.nullable(z.string()),
  tags: z.array(namedTag),
  /** False until the user opens the activation link. */
  activated: z.boolean(),
  createTime: time,
  updateTime: time,
})
export type UserRow = z.input<typeof userRow>

export const USER_SORTS = ['updateTime', 'createTime', 'account'] as const
const userFilter = {
  /** Part of the account, name or phone. */
  account: z.optional(line(LIMITS.account.accountMax)),
  accountType: z.optional(accountType),
  /** A user must have all of these. */
  tagGuids: z.optional(oneOrMore(guid, LIMITS.tag.perUser)),
  customerGuid: z.optional(guid),
  activated: z.optional(z.boolean()),
  /** The import task that added the user. */
  importGuid: z.optional(guid),
}

/** The users of a batch. */
const userGuids = z.array(guid).check(z.minLength(1), z.maxLength(LIMITS.user.batchMax))

const made = z.object({ guid: z.string() })

export const userCalls = defineCalls(
  'customer',
  {
    find: defineCall({
      method: 'POST',
      path: '/user/find.do',
      access: privilege('user.view'),
      effect: 'read',
      payload: pageQuery(USER_SORTS, userFilter),
      answer: pageOf(userRow),
      errors: [],
      summary:
        'Lists users, most recently updated first. Filters: part of the account, name or phone; account type; tags ' +
        '(all of them); customer; activated or not; the import that added them, then in the order of the file unless ' +
        'another order is given.',
    }),
    count: defineCall({
      method: 'POST',
      path: '/user/count.do',
      access: privilege('user.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.int(),
      errors: [],
      summary: "Counts the users in the caller's row scope.",
    }),
    get: defineCall({
      method: 'POST',
      path: '/user/get.do',
      access: privilege('user.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.object({ ...userRow.shape, revision: z.int(), createdBy: z.string() }),
      errors: ['user.notFound'],
      summary: 'Returns a user.',
    }),
    findByAccounts: defineCall({
      method: 'POST',
      path: '/user/findByAccounts.do',
      access: privilege('user.view'),
      effect: 'read',
      sends: 'json',
      payload: z.object({
        accounts: z
          .array(line(LIMITS.account.accountMax))
          .check(z.minLength(1), z.maxLength(LIMITS.license.usersPerAddition)),
      }),
      answer: z.array(z.object({ guid: z.string(), account: z.string(), userName: z.nullable(z.string()) })),
      errors: [],
      summary: "Finds users by exact account, within the caller's row scope. Accounts without a user are left out.",
    }),
    create: defineCall({
      method: 'POST',
      path: '/user/create.do',
      access: privilege('user.create'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: newUser,
      answer: made,
      errors: [
        'user.accountTaken',
        'user.trialLimit',
        'customer.unknown',
        'customer.nameTaken',
        'user.unknownTag',
        'tag.limit',
      ],
      summary:
        'Adds a user. Links an existing account, or opens one without a password, which its owner sets. Creates ' +
        'unknown customers and tags if the caller is allowed to.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/user/update.do',
      access: privilege('user.update'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ guid, account: z.optional(line(LIMITS.account.accountMax)), ...userProfile, revision }),
      answer: made,
      errors: [
        'user.notFound',
        'user.accountImmutable',
        'platform.stale',
        'customer.unknown',
        'customer.nameTaken',
        'user.unknownTag',
        'tag.limit',
      ],
      summary:
        "Updates a user's profile. An empty value clears a field; an absent key leaves it unchanged. The account " +
        'cannot change.',
    }),
    setPassword: defineCall({
      method: 'POST',
      path: '/user/setPassword.do',
      access: privilege('user.update'),
      effect: 'write',
      payload: z.object({ guid, password: newPassword }),
      answer: z.object({}),
      errors: ['user.notFound', 'user.notShadow'],
      summary: 'Sets the password of a shadow account. Owners of other accounts set their own.',
    }),
    resendActivation: defineCall({
      method: 'POST',
      path: '/user/resendActivation.do',
      access: privilege('user.update'),
      effect: 'write',
      perMinute: 30,
      payload: byGuid,
      answer: z.object({}),
      errors: ['user.notFound', 'user.alreadyActive', 'identity.codeTooSoon'],
      summary: 'Sends the activation message to a user again.',
    }),
    delete: defineCall({
      method: 'POST',
      path: '/user/delete.do',
      access: privilege('user.delete'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['user.notFound'],
      summary: 'Removes a user from the developer. The account and its licenses remain.',
    }),
    batchUpdate: defineCall({
      method: 'POST',
      path: '/user/batchUpdate.do',
      access: privilege('user.update'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z
        .object({
          guids: userGuids,
          addTags: z.optional(tagNames),
          removeTagGuids: z.optional(z.array(guid).check(z.maxLength(LIMITS.tag.perDeveloper))),
          /** Null removes the users from their customers. */
          customerName: clearable(customerName),
        })
        .check(
          z.superRefine(({ addTags = [], removeTagGuids = [], customerName: customer }, context) => {
            if (addTags.length === 0 && removeTagGuids.length === 0 && customer === undefined)
              context.addIssue({ code: 'custom', path: ['addTags'], params: { rule: 'required' } })
          }),
        ),
      answer: taskAnswer,
      errors: ['customer.unknown', 'customer.nameTaken', 'user.unknownTag', 'tag.limit', 'tag.notFound'],
      summary:
        'Adds tags to several users, removes tags from them, or assigns them to a customer, as a task that can be ' +
        'undone for 24 hours. Creates unknown customers and tags if the caller is allowed to. Skips users that no ' +
        'longer exist and users that would not change.',
    }),
    batchDelete: defineCall({
      method: 'POST',
      path: '/user/batchDelete.do',
      access: privilege('user.delete'),
      effect: 'write',
      idempotent: true,
      sends: 'json',
      payload: z.object({ guids: userGuids }),
      answer: taskAnswer,
      errors: [],
      summary: 'Removes several users as a task that can be undone for 24 hours. Skips users that no longer exist.',
    }),
    export: defineCall({
      method: 'POST',
      path: '/user/export.do',
      access: privilege('user.export'),
      effect: 'read',
      streams: 'file',
      payload: z.object({
        ...userFilter,
        /** Only these users, out of those that match the filters. */
        guids: z.optional(oneOrMore(guid, LIMITS.user.batchMax)),
        format: sheetFormat,
      }),
      answer: z.object({}),
      errors: [],
      summary:
        'Downloads the filtered or the given users as a spreadsheet or CSV file, newest first. Escapes text that a ' +
        'spreadsheet would read as a formula.',
    }),
    importTemplate: defineCall({
      method: 'POST',
      path: '/user/importTemplate.do',
      access: privilege('user.create'),
      effect: 'read',
      streams: 'file',
      payload: z.object({ format: sheetFormat }),
      answer: z.object({}),
      errors: [],
      summary: 'Downloads an empty import file with the column names and an example.',
    }),
    import: defineCall({
      method: 'POST',
      path: '/user/import.do',
      access: privilege('user.create'),
      effect: 'own',
      sends: 'multipart',
      perMinute: 30,
      bodyBytes: LIMITS.userImport.fileBytes + 64 * 1024,
      payload: z.object({
        file: upload(LIMITS.userImport.fileBytes, LIMITS.userImport.endings),
        /** True: only checks the rows. `/task/start.do` then runs the import. */
        dryRun: z._default(z.boolean(), false),
        needActivation: z._default(z.boolean(), true),
        sendMail: z._default(z.boolean(), false),
      }),
      answer: taskAnswer,
      errors: [
        'user.fileUnreadable',
        'user.fileTooLarge',
        'user.fileColumns',
        'user.fileRows',
        'user.fileEmpty',
        'user.trialImportLimit',
      ],
      summary: 'Imports users from an .xlsx or .csv file as a task. The first row contains the column names.',
    }),
  },
  'user',
)

/** An organization with its contact: a customer or an integrator. */
export const organizationFields = {
  name: customerName,
  contact: clearable(line(LIMITS.customer.contactMax)),
  phone: clearable(phone),
  email: clearable(email),
  address: clearable(line(LIMITS.customer.addressMax)),
  remark: clearable(paragraph(LIMITS.customer.remarkMax)),
}

export const organizationAnswer = {
  guid: z.string(),
  name: z.string(),
  contact: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  createTime: time,
  updateTime: time,
}

const customerRow = z.object({
  ...organizationAnswer,
  /** Users within the caller's row scope. Null without the privilege to view users. */
  userCount: z.nullable(z.int()),
})
export type CustomerRow = z.input<typeof customerRow>
export const CUSTOMER_SORTS = ['updateTime', 'name'] as const

export const customerCalls = defineCalls('customer', {
  find: defineCall({
    method: 'POST',
    path: '/customer/find.do',
    access: privilege('customer.view'),
    effect: 'read',
    payload: pageQuery(CUSTOMER_SORTS, { name: z.optional(line(LIMITS.customer.nameMax)) }),
    answer: pageOf(customerRow),
    errors: [],
    summary:
      'Lists customers, most recently updated first. Filter: part of the name, contact, phone or e-mail address.',
  }),
  get: defineCall({
    method: 'POST',
    path: '/customer/get.do',
    access: privilege('customer.view'),
    effect: 'read',
    payload: byGuid,
    answer: z.object({ ...customerRow.shape, revision: z.int(), createdBy: z.string() }),
    errors: ['customer.notFound'],
    summary: 'Returns a customer.',
  }),
  list: defineCall({
    method: 'POST',
    path: '/customer/list.do',
    access: privilege('customer.view', 'user.view', 'user.create', 'user.update'),
    effect: 'read',
    payload: z.object({ name: z.optional(line(LIMITS.customer.nameMax)) }),
    answer: z.array(z.object({ guid: z.string(), name: z.string() })),
    errors: [],
    summary: `Lists customers by name for selection, at most ${LIMITS.customer.options}.`,
  }),
  create: defineCall({
    method: 'POST',
    path: '/customer/create.do',
    access: privilege('customer.create'),
    effect: 'write',
    idempotent: true,
    sends: 'json',
    payload: z.object(organizationFields),
    answer: made,
    errors: ['customer.nameTaken'],
    summary: 'Adds a customer.',
  }),
  update: defineCall({
    method: 'POST',
    path: '/customer/update.do',
    access: privilege('customer.update'),
    effect: 'write',
    sends: 'json',
    payload: z.object({ guid, ...organizationFields, name: z.optional(organizationFields.name), revision }),
    answer: made,
    errors: ['customer.notFound', 'customer.nameTaken', 'platform.stale'],
    summary: 'Updates a customer. An empty value clears a field; an absent key leaves it unchanged.',
  }),
  delete: defineCall({
    method: 'POST',
    path: '/customer/delete.do',
    access: privilege('customer.delete'),
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['customer.notFound'],
    summary: 'Deletes a customer. Its users remain without a customer.',
  }),
})

const tagRow = z.object({
  guid: z.string(),
  name: z.string(),
  userCount: z.nullable(z.int()),
  createTime: time,
  createdBy: z.string(),
})
export type TagRow = z.input<typeof tagRow>
export const TAG_SORTS = ['name', 'createTime'] as const

export const tagCalls = defineCalls(
  'customer',
  {
    find: defineCall({
      method: 'POST',
      path: '/tag/find.do',
      access: privilege('tag.view'),
      effect: 'read',
      payload: pageQuery(TAG_SORTS, { name: z.optional(line(LIMITS.tag.nameMax)) }),
      answer: pageOf(tagRow),
      errors: [],
      summary: 'Lists tags by name, each with its number of users.',
    }),
    list: defineCall({
      method: 'POST',
      path: '/tag/list.do',
      access: privilege('tag.view', 'user.view', 'user.create', 'user.update'),
      effect: 'read',
      payload: z.object({}),
      answer: z.array(namedTag),
      errors: [],
      summary: 'Lists all tags by name for selection.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/tag/get.do',
      access: privilege('tag.view'),
      effect: 'read',
      payload: byGuid,
      answer: tagRow,
      errors: ['tag.notFound'],
      summary: 'Returns a tag.',
    }),
    create: defineCall({
      method: 'POST',
      path: '/tag/create.do',
      access: privilege('tag.create'),
      effect: 'write',
      idempotent: true,
      payload: z.object({ name: tagName }),
      answer: made,
      errors: ['tag.nameTaken', 'tag.limit'],
      summary: 'Creates a tag.',
    }),
    update: defineCall({
      method: 'POST',
      path: '/tag/update.do',
      access: privilege('tag.update'),
      effect: 'write',
      payload: z.object({ guid, name: tagName }),
      answer: made,
      errors: ['tag.notFound', 'tag.nameTaken'],
      summary: 'Renames a tag. Its users keep it.',
    }),
    delete: defineCall({
      method: 'POST',
      path: '/tag/delete.do',
      access: privilege('tag.delete'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['tag.notFound'],
      summary: 'Deletes a tag and removes it from its users.',
    }),
  },
  'tag',
)
