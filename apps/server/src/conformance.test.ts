// Checks the rules that hold for every declared call. A new call is covered as soon as it is declared.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import {
  CALLS,
  CAPTCHA_CODES,
  ERRORS,
  HOUR_MS,
  OPEN_CALLS,
  REVIEW_STATUSES,
  WEBHOOK_EVENTS,
  accessCalls,
  accessKeyCalls,
  activityCalls,
  approveCalls,
  auditCalls,
  blacklistCalls,
  codePageCalls,
  configCalls,
  controlLockCalls,
  customerCalls,
  developerCalls,
  deviceSettingCalls,
  dongleLicenseCalls,
  errorName,
  feedbackCalls,
  identityCalls,
  integratorCalls,
  invitationCalls,
  isEnvelope,
  isRuntime,
  lendingCalls,
  licenseCalls,
  mailCalls,
  ownAccountCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  problemType,
  productCalls,
  roleCalls,
  runtimeCalls,
  signingKeyCalls,
  tagCalls,
  templateCalls,
  topUpCalls,
  upgradeCalls,
  userCalls,
  userLockCalls,
  webhookCalls,
} from '@sealwright/contract'
import type { Call, ErrorName, Privilege } from '@sealwright/contract'
import {
  ENTITY_PAYLOADS,
  PASSWORD,
  campaignPayload,
  createAccessKey,
  createProgram,
  createTestCenter,
  customerPayload,
  newRegistration,
  pcTemplatePayload,
  productPayload,
  registerLocks,
  templatePayload,
  userPayload,
} from '@sealwright/testkit'
import type { Actor, Integration, Program, TestCenter } from '@sealwright/testkit'
import fc from 'fast-check'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDongles } from './domains/dongle/index.ts'

let center: TestCenter
let superAdministrator: Actor
let nobody: Actor
/** Access keys: one with every privilege, and one with a privilege that no open call needs. */
let api: Integration
let weak: Integration
/** A trial developer, which can apply to become formal. */
let trial: Actor
/** A super administrator who views as another account, and that account. */
let viewer: Actor
let viewed: Actor
/** An administrator who leaves the developer. */
let leaver: Actor
/** Makes approval requests. */
let seller: Actor
/** A requester of flows, who requests nothing. */
let idler: Actor
/** Decides on approval requests, besides the super administrator. */
let approver: Actor
/** A link that proves an address to which nobody else's invitation was sent. */
let invitationLink = ''
/** A visit and a lending administrator of our own codes. */
let codeVisit = ''
let lenderSession = ''
/** A program of the super administrator's developer, and one of another developer. */
let program: Program
let otherProgram: Program
/** License codes: one of the super administrator's developer with a bound device, and one of another developer. */
let code = ''
let foreignCode = ''
/**
 * Guids of another developer, by domain or by call. A domain with a `guid` in its payloads must add one here, or its
 * test fails.
 */
const foreign: Record<string, string> = {}

beforeAll(async () => {
  const often = 1_000_000
  center = await createTestCenter({
    captcha: {
      readyPictures: 1,
      limits: { generatesPerMinute: { context: often, network: often }, verifiesPerMinute: { network: often } },
    },
    openApi: { callsPerMinute: often },
    runtime: {
      callsPerMinute: often,
      callsPerMinuteOfCode: often,
      callsPerMinuteOfDeveloper: often,
      unknownCodesPerHour: often,
    },
  })
  superAdministrator = await center.developer()
  api = await createAccessKey(center, superAdministrator)
  weak = await createAccessKey(center, superAdministrator, { privileges: ['role.view'] })
  nobody = await center.administrator(superAdministrator, [])
  trial = await center.developer({ status: 'trial' })
  const other = await center.developer()
  viewer = await center.developer()
  viewed = await center.administrator(viewer, [])
  leaver = await center.administrator(superAdministrator, [])
  seller = await center.administrator(superAdministrator, ['snLicense.issue'])
  idler = await center.administrator(superAdministrator, [])
  approver = await center.administrator(superAdministrator, ['audit.decide'])
  await superAdministrator.call(accessCalls.create, { account: 'invited@test.example' })
  invitationLink = (await center.message('invited@test.example')).link
  const { userId: theirInvitation } = await other.call(accessCalls.create, { account: 'others@test.example' })
  for (const { name } of Object.values(invitationCalls)) foreign[name] = theirInvitation
  foreign['accessKey'] = (await createAccessKey(center, other)).guid
  foreign['webhook'] = await newWebhook(other)
  for (const verb of ['delivery', 'sendAgain'])
    foreign[`webhook.${verb}`] = (await other.call(webhookCalls.sendTest, { guid: foreign['webhook'] })).guid
  foreign['access'] = (await other.call(roleCalls.create, { name: '角色', privileges: ['product.view'] })).guid
  someRole = (await superAdministrator.call(roleCalls.create, { name: '角色', privileges: ['product.view'] })).guid
  const theirs = productPayload({ licenseForm: 3 })
  foreign['product'] = (await other.call(productCalls.create, theirs)).guid
  foreign['operationLog'] = foreign['product']
  foreign['accessKey.create'] = foreign['product']
  for (const [noun, payloadOf] of ENTITY_PAYLOADS) foreign[noun] = await newRow(noun, payloadOf(), other)
  foreign['template'] = (await other.call(templateCalls.create, templatePayload(theirs.licenseId))).guid
  for (const { name } of Object.values(pcTemplateCalls))
    foreign[name] ??= (await other.call(pcTemplateCalls.create, pcTemplatePayload('sn', theirs.licenseId))).guid
  foreign['statistics'] = foreign['template']
  foreign['license'] =
    (await other.call(licenseCalls.issue, { templateGuid: foreign['template'] })).licenses[0]?.guid ?? ''
  const theirCode = await other.call(pcTemplateCalls.create, pcTemplatePayload('sn', theirs.licenseId))
  const theirCodes = await other.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [theirCode.guid],
    isPreIssued: true,
  })
  for (const { name } of Object.values(pcLicenseCalls)) foreign[name] = theirCodes.licenses[0]?.guid ?? ''
  for (const verb of ['template', 'preview', 'issue', 'batchIssue']) {
    foreign[`license.${verb}`] = foreign['template']
    foreign[`pcLicense.${verb}`] = theirCode.guid
  }
  const theirUser = (await other.call(userCalls.create, userPayload({ customerName: '云帆', tags: ['重点'] }))).guid
  for (const { name } of Object.values({ ...userCalls, ...mailCalls })) foreign[name] = theirUser
  foreign['customer'] = (await other.call(customerCalls.list, {}))[0]?.guid ?? ''
  foreign['order.find'] = foreign['customer']
  for (const { name } of Object.values(tagCalls)) foreign[name] = (await other.call(tagCalls.list, {}))[0]?.guid ?? ''
  foreign['feedback'] = (await other.call(feedbackCalls.create, fullFeedback)).guid
  foreign['task'] = (await newTask(other, {})).guid
  const theirFlow = await other.call(approveCalls.create, flowPayload(other))
  foreign['approve'] = theirFlow.guid
  foreign['approve.tryOut'] = foreign['template']
  foreign['audit'] = await newForeignRequest(other, theirFlow.guid)
  const theirTemplate = await other.call(pcTemplateCalls.create, offeredTemplate(theirs.licenseId))
  foreign['activity'] = (await other.call(activityCalls.create, campaignPayload(center, theirTemplate.guid))).guid
  for (const verb of ['create', 'find', 'quote']) foreign[`activity.${verb}`] = theirTemplate.guid
  await other.call(blacklistCalls.addBlacklist, { kind: 'phonePrefix', values: ['170'] })
  const theirEntry = (await other.call(blacklistCalls.findBlacklist, {})).rows[0]?.guid ?? ''
  for (const verb of ['updateBlacklist', 'deleteBlacklist']) foreign[`activity.${verb}`] = theirEntry
  // Notices belong to no developer: to their calls, it is an unknown guid.
  foreign['message'] = await newMessage(other)
  // Offers belong to no developer, so an unknown guid stands for a foreign one.
  foreign['package.buy'] = randomUUID()
  const theirTopUp = (await other.call(topUpCalls.create, { amountFen: 10_000, paymentMethod: 'sandbox' })).guid
  for (const { name } of Object.values(topUpCalls)) foreign[name] = theirTopUp
  const theirBill = await newBill(other)
  foreign['billing.pay'] = theirBill.guid
  for (const name of ['billing.find', 'order.get']) foreign[name] = theirBill.orderGuid
  foreign['billing.quote'] = foreign['template']
  foreignCode = theirCodes.licenses[0]?.serial ?? ''
  for (const verb of ['find', 'count']) foreign[`seat.${verb}`] = theirCodes.licenses[0]?.guid ?? ''
  for (const verb of ['find', 'risks']) foreign[`runtimeLog.${verb}`] = theirCodes.licenses[0]?.guid ?? ''
  for (const verb of ['find', 'hand']) foreign[`exchange.${verb}`] = theirCodes.licenses[0]?.guid ?? ''
  const theirLending = await newLending(other, theirCodes.licenses[0]?.guid ?? '')
  foreign['lending'] = theirLending
  foreign['codePage'] = theirLending
  for (const verb of ['find', 'seats', 'create', 'invite'])
    foreign[`lending.${verb}`] = theirCodes.licenses[0]?.guid ?? ''
  foreign['lending.removeAdmin'] = await newLender(other, theirCodes.licenses[0]?.guid ?? '')
  foreign['exchange.download'] = await newExchange(other, theirCodes.licenses[0]?.guid ?? '')
  foreign['seat.release'] = await newSeat(other, theirCodes.licenses[0]?.guid ?? '')
  foreign['runtimeLog.why'] = randomUUID()
  await query("insert into runtime_event (developer_id, guid, at, act) values ($1, $2, now(), 'login')", [
    other.developerId,
    foreign['runtimeLog.why'],
  ])
  for (const one of [superAdministrator, other]) {
    await one.call(identityCalls.confirm, { password: PASSWORD })
    await one.call(developerCalls.setPin, { pin: HOSTED_PIN, confirmPin: HOSTED_PIN })
  }
  const theirLicense = await newDongleLicense(other, theirs.licenseId)
  for (const { name } of Object.values(userLockCalls)) foreign[name] = theirLicense.lock
  for (const { name } of Object.values(controlLockCalls)) foreign[name] = await newControlLock(other)
  for (const { name } of Object.values(dongleLicenseCalls)) foreign[name] = theirLicense.guid
  for (const verb of ['template', 'preview', 'issue', 'batchIssue'])
    foreign[`dongleLicense.${verb}`] = theirLicense.template
  foreign['dongleLicense.empty'] = theirLicense.lock
  for (const { name } of Object.values(upgradeCalls)) foreign[name] = theirLicense.upgrade
  own = (await superAdministrator.call(productCalls.create, productPayload())).guid
  await superAdministrator.call(productCalls.create, { ...fullProduct(), licenseId: sold })
  await credit(1_000_000_000)
  for (const name of ['updateDevice', 'removeDevice'])
    foreign[`identity.${name}`] = (await other.call(ownAccountCalls.devices, {})).rows[0]?.guid ?? ''
  foreign['identity.endSession'] = (await other.call(ownAccountCalls.security, {})).sessions[0]?.guid ?? ''
  program = await createProgram(center, superAdministrator)
  otherProgram = await createProgram(center, other)
  code = await codeOf(await newCodeLicense())
  await program.ask('activate', { code, machine: programMachine })
  // The device of their file.
  foreign['code.unbind'] = foreign['exchange.download'] ?? ''
  await superAdministrator.call(deviceSettingCalls.update, { machineParts: ['board', 'cpu', 'disk'] })
  await superAdministrator.call(configCalls.update, { key: 'selfUnbind', value: 'true' })
  codeVisit = (await center.visitor(codePageCalls.look, { code })).visit
  lenderSession = await newLenderSession()
  await superAdministrator.call(identityCalls.confirm, { password: PASSWORD })
  // These tests take longer than a password confirmation lasts.
  await query("update session set confirmed_at = confirmed_at + interval '1 hour' where account_id = $1", [
    superAdministrator.accountId,
  ])
})
afterAll(async () => {
  console.log(
    `conformance: checked ${CALLS.length} calls with seed ${SEED}, ${TIMES} times; repeat with SEALWRIGHT_SEED=${SEED}`,
  )
  await center.close()
})

/**
 * A valid payload for every call that changes data. The tests put junk into one place of it, so that the junk reaches
 * the use case.
 */
const valid: Record<string, () => Promise<object>> = {
  'config.update': async () => ({ key: 'confirmIssueAbove', value: '200' }),
  'product.create': async () => fullProduct(),
  'product.update': async () => ({ ...fullProduct(), licenseId: undefined, guid: own }),
  'product.delete': async () => ({ guid: (await superAdministrator.call(productCalls.create, productPayload())).guid }),
  'template.create': async () => fullTemplate(),
  'template.update': async () => ({ ...fullTemplate(), guid: await newTemplate() }),
  'template.delete': async () => ({ templateGuid: await newTemplate() }),
  'template.batchDelete': async () => ({ templateGuids: [await newTemplate()] }),
  'template.switchModifyPrivilege': async () => ({ templateGuid: await newTemplate(), privilegeName: 'canModify' }),
  'template.restore': async () => ({ guid: await newTemplate(), version: 1 }),
  'pcTemplate.create': async () => fullCode(),
  'pcTemplate.update': async () => ({ ...fullCode(), guid: await newCode() }),
  'pcTemplate.delete': async () => ({ kind: 'sn', templateGuid: await newCode() }),
  'pcTemplate.batchDelete': async () => ({ kind: 'sn', templateGuids: [await newCode()] }),
  'pcTemplate.switchModifyPrivilege': async () => ({
    kind: 'sn',
    templateGuid: await newCode(),
    privilegeName: 'canModify',
  }),
  'pcTemplate.restore': async () => ({ kind: 'sn', guid: await newCode(), version: 1 }),
  'license.issue': async () => ({
    templateGuid: await (smartSold ??= newSold()),
    count: 2,
    remark: '备注',
    customerId: await someCustomer(),
    isPreIssued: true,
    integratorGuid: await stockist(),
    changes: {
      ...grants(),
      isForever: false,
      startTime: '2100-01-01',
      endTime: '2100-12-31',
      spanTime: 30,
      useMode: 2,
      machineNum: 5,
    },
  }),
  'license.refresh': async () => ({
    guid: await newLicense(),
    revision: 1,
    changes: { ...grants(), useMode: 2, machineNum: 5 },
  }),
  'license.batchAct': async () => ({ guids: [await newLicense()], act: 'lock', reason: '原因' }),
  'license.deliver': async () => ({ guids: [await newLicense()], channel: 'handed', recipient: '王越', again: true }),
  'license.assign': async () => ({ guids: [await newLicense()], integratorGuid: await stockist() }),
  'license.setPassword': async () => ({ guid: await newLicense(), password: 'secret-1' }),
  ...actsOf('license', {}, () => newLicense()),
  'pcLicense.issue': async () => ({
    kind: 'sn',
    templateGuids: [await (codeSold ??= newCodeSold())],
    count: 2,
    remark: '备注',
    customerId: await someCustomer(),
    isPreIssued: true,
    integratorGuid: await stockist(),
    password: 'secret-1',
    changes: {
      ...grants(),
      groupUsers: 10,
      lanBorrow: 3,
      forceAuthDays: 7,
      offlineBind: true,
      c2dDays: 9,
      d2cDays: 9,
      lending: true,
      lendingDays: 3,
      lendingSeats: 2,
      licDuration: 20,
      spanTime: 3,
    },
  }),
  'pcLicense.batchIssue': async () => ({
    kind: 'sn',
    templateGuids: [await (codeSold ??= newCodeSold())],
    count: 2,
    remark: '备注',
    isPreIssued: true,
    password: 'secret-1',
    dryRun: true,
    changes: { licDuration: 20 },
  }),
  'pcLicense.refresh': async () => ({
    kind: 'sn',
    guid: await newCodeLicense(),
    revision: 1,
    changes: {
      modules: [{ moduleId: 1, checked: true }],
      licDuration: 400,
      machineNum: 9,
      forceAuthDays: 8,
      offlineBind: true,
      c2dDays: 9,
      d2cDays: 9,
    },
  }),
  'pcLicense.batchUpdate': async () => ({
    kind: 'sn',
    guids: [await newCodeLicense()],
    changes: { licDuration: 400, machineNum: 9 },
  }),
  'pcLicense.batchAct': async () => ({ kind: 'sn', guids: [await newCodeLicense()], act: 'delete', reason: '原因' }),
  'pcLicense.deliver': async () => ({
    kind: 'sn',
    guids: [await newCodeLicense()],
    channel: 'mail',
    recipient: 'wang@yunfan.example',
    again: true,
  }),
  'pcLicense.assign': async () => ({
    kind: 'sn',
    guids: [await newCodeLicense('preIssue')],
    integratorGuid: await stockist(),
  }),
  'pcLicense.setPassword': async () => ({ kind: 'sn', guid: await newCodeLicense(), password: 'secret-1' }),
  ...actsOf('pcLicense', { kind: 'sn' }, () => newCodeLicense()),
  'seat.release': async () => ({
    guid: await newSeat(superAdministrator, await (someLicense ??= newCodeLicense())),
    reason: '维护',
  }),
  'tool.exchange': async () => ({ files: [{ name: '主机.c2d', text: 'SEALWRIGHT C2D 1' }] }),
  'lending.create': async () => ({
    licenseGuid: await newLendingLicense(),
    person: '周敏',
    email: 'zhou@test.example',
    days: 2,
    note: '备注',
  }),
  'lending.revoke': async () => ({ guid: await newLent(), reason: '原因' }),
  'lending.delete': async () => ({ guid: await newLent() }),
  'lending.send': async () => ({ guid: await newLent(), email: 'zhou@test.example' }),
  'lending.invite': async () => ({ licenseGuid: await newLendingLicense(), email: 'lender@test.example' }),
  'lending.removeAdmin': async () => ({ guid: await newLender(superAdministrator, await newLendingLicense()) }),
  'signingKey.find': async () => ({}),
  'signingKey.rotate': async () => ({ reason: '例行轮换' }),
  'signingKey.retire': async () => ({
    kid: (await superAdministrator.call(signingKeyCalls.rotate, {})).kid,
    reason: '泄露',
  }),
  'deviceSetting.update': async () => ({ machineParts: ['board', 'cpu', 'disk'] }),
  'user.create': async () => fullUser(),
  'user.update': async () => {
    const { account: _account, ...profile } = fullUser()
    return { ...profile, guid: await newUser() }
  },
  'user.setPassword': async () => ({
    guid: await (shadowUser ??= newUser({ accountType: 4, account: 'kiosk-1', password: 'secret-1' })),
    password: 'secret-2',
  }),
  'user.resendActivation': async () => ({ guid: await newUser() }),
  'user.delete': async () => ({ guid: await newUser() }),
  'user.batchUpdate': async () => ({ guids: [await newUser()], customerName: null }),
  'user.batchDelete': async () => ({ guids: [await newUser()] }),
  'admin.create': async () => {
    await notSentLately()
    return fullAdmin()
  },
  'admin.update': async () => {
    const { account: _account, ...terms } = fullAdmin()
    return { ...terms, userId: nobody.accountId }
  },
  'admin.enable': async () => ({ userId: nobody.accountId }),
  'admin.disable': async () => ({ userId: nobody.accountId }),
  'admin.delete': async () => ({ userId: await newAdmin() }),
  'admin.resendInvitation': newInvited,
  'admin.assign': async () => ({ userId: nobody.accountId, kind: 'product', scope: 'some', add: [own], remove: [own] }),
  'admin.viewAs': async () => {
    await viewAs(null)
    return { userId: viewed.accountId }
  },
  'admin.leave': rejoin,
  'admin.endViewAs': async () => {
    await viewAs(viewed.accountId)
    return {}
  },
  'accessKey.create': async () => {
    await fewKeys()
    return fullKey()
  },
  'accessKey.update': async () => ({ ...fullKey(), guid: await newKey(), revision: 1 }),
  'accessKey.setEnabled': async () => ({ guid: await newKey(), isEnabled: false }),
  'accessKey.rotate': async () => ({ guid: await newKey(), overlapHours: 1 }),
  'accessKey.delete': async () => ({ guid: await newKey() }),
  'webhook.create': newWebhookPayload,
  'webhook.update': async () => ({ ...webhookPayload(), guid: await newWebhook(), revision: 1 }),
  'webhook.setEnabled': async () => ({ guid: await newWebhook(), isEnabled: false }),
  'webhook.rotate': async () => ({ guid: await newWebhook(), overlapHours: 1 }),
  'webhook.delete': async () => ({ guid: await newWebhook() }),
  'webhook.sendTest': async () => ({ guid: await newWebhook() }),
  'webhook.sendAgain': async () => ({
    guid: (await superAdministrator.call(webhookCalls.sendTest, { guid: await newWebhook() })).guid,
  }),
  'role.create': async () => {
    await fewRoles()
    return { name: newTagName(), description: '说明', privileges: ['product.view', 'tag.view'] }
  },
  'role.update': async () => ({
    guid: someRole,
    name: newTagName(),
    description: '说明',
    privileges: ['product.view'],
  }),
  'role.delete': async () => ({ guid: await newRole() }),
  'integrator.enable': async () => ({ guid: await newIntegrator() }),
  'integrator.disable': async () => ({ guid: await newIntegrator() }),
  'integrator.delete': async () => ({ guid: await newIntegrator() }),
  'integrator.assign': async () => ({ guid: await newIntegrator(), kind: 'product', add: [own], remove: [own] }),
  'integrator.addMember': async () => {
    await notSentLately()
    return { guid: await newIntegrator(), account: `${randomUUID()}@test.example`, userName: '陈集' }
  },
  'integrator.resendInvitation': newIntegratorMember,
  'integrator.removeMember': newIntegratorMember,
  'emailTemplate.update': async () => ({
    ...ENTITY_PAYLOADS.get('emailTemplate')?.(),
    guid: await newEmailTemplate(REVIEW_STATUSES.withdrawn),
  }),
  'emailTemplate.withdraw': async () => ({ guid: await newEmailTemplate(REVIEW_STATUSES.reviewing) }),
  'emailTemplate.enable': async () => ({
    guid: await newEmailTemplate(REVIEW_STATUSES.approved),
    replacing: randomUUID(),
  }),
  'emailTemplate.disable': async () => ({ guid: await newEmailTemplate(REVIEW_STATUSES.enabled) }),
  'emailTemplate.sendTest': async () => ({ ...ENTITY_PAYLOADS.get('emailTemplate')?.(), name: undefined }),
  'approve.create': async () => {
    await fewFlows()
    return { ...flowPayload(approver), ...fullFlow(), name: newTagName() }
  },
  'approve.update': async () => ({
    ...flowPayload(approver),
    ...fullFlow(),
    name: newTagName(),
    guid: await (someFlow ??= newFlow()),
  }),
  'approve.delete': async () => ({ guid: await newFlow() }),
  'approve.turn': async () => ({ guid: await newFlow(), isOn: false }),
  'approve.reorder': async () => {
    await (someFlow ??= newFlow())
    const { rows } = await superAdministrator.call(approveCalls.find, { pageSize: 100 })
    return { guids: rows.map(({ guid }) => guid) }
  },
  'audit.approve': async () => ({ guid: await newRequest(seller), revision: 1, note: '同意' }),
  'audit.reject': async () => ({ guid: await newRequest(seller), reason: '原因' }),
  'audit.handOver': async () => ({
    guid: await newRequest(seller),
    userId: approver.accountId,
    note: '转交',
  }),
  'audit.ask': async () => ({ guid: await newRequest(seller), text: '问题' }),
  'audit.edit': async () => ({
    guid: await newRequest(seller),
    revision: 1,
    changes: { modules: [{ moduleId: 1, checked: true }], licDuration: 400, machineNum: 9 },
    note: '修改',
  }),
  'audit.answer': async () => {
    const guid = await newRequest(superAdministrator)
    await approver.call(auditCalls.ask, { guid, text: '问题' })
    return { guid, text: '回答' }
  },
  'audit.note': async () => ({ guid: await newRequest(superAdministrator), text: '备注' }),
  'audit.withdraw': async () => ({ guid: await newRequest(superAdministrator), reason: '原因' }),
  'audit.resubmit': async () => {
    const guid = await newRequest(superAdministrator)
    await approver.call(auditCalls.reject, { guid, reason: '原因' })
    return { guid, changes: { licDuration: 400, machineNum: 9 }, note: '再次' }
  },
  'activity.create': async () => fullCampaign(),
  'activity.update': async () => ({ ...(await fullCampaign()), guid: await newCampaign('draft'), revision: 1 }),
  'activity.updateOngoing': async () => {
    // Its end must not be earlier than that of the campaign, so the campaign comes first.
    const guid = await newCampaign('published')
    const { endTime, introduction, links, picture } = await fullCampaign()
    return { guid, endTime, maxParticipants: 20, introduction, links, picture, revision: 1 }
  },
  'activity.publish': async () => ({ guid: await newCampaign('draft') }),
  'activity.pause': async () => ({ guid: await newCampaign('published') }),
  'activity.start': async () => ({ guid: await newCampaign('paused') }),
  'activity.terminate': async () => ({ guid: await newCampaign('published') }),
  'activity.delete': async () => ({ guid: await newCampaign('terminated') }),
  'activity.promote': async () => {
    const guid = await newCampaign('published')
    const { links } = await superAdministrator.call(activityCalls.get, { guid })
    return { guid, linkGuid: links[0]?.guid, tagGuids: [await somePeople()] }
  },
  'activity.withdraw': async () => ({
    guid: await newCampaign('published'),
    participantGuids: [randomUUID()],
    reason: '原因',
  }),
  'activity.addBlacklist': async () => ({ kind: 'network', values: ['192.0.2.0/24'], reason: '原因' }),
  'activity.updateBlacklist': async () => ({ guid: await newEntry(), reason: '原因' }),
  'activity.deleteBlacklist': async () => ({ guids: [await newEntry()] }),
  'userLock.update': async () => ({
    guid: await newLock(),
    revision: 1,
    customerGuid: await someCustomer(),
    remark: '备注',
  }),
  'userLock.act': async () => ({ guid: await newLock(), act: 'setOfflineDays', offlineDays: 60, reason: '原因' }),
  'userLock.batchAct': async () => ({
    guids: [await newLock()],
    shellNumbers: ['12345678'],
    filter: { keyword: '三号楼', group: 'lost' },
    act: 'toActivation',
    offlineDays: 60,
    reason: '原因',
    dryRun: true,
  }),
  'userLock.assign': async () => ({ guids: [await newLock()], integratorGuid: await stockist() }),
  'controlLock.revealPin': async () => ({ guid: await (controlLockOnce ??= newControlLock()) }),
  'dongleLicense.issue': async () => ({ ...(await newDongleIssue()), pin: HOSTED_PIN }),
  'dongleLicense.batchIssue': async () => ({ ...(await newDongleIssue()), pin: HOSTED_PIN, dryRun: true }),
  'dongleLicense.start': async () => {
    const payload = { ...(await newDongleIssue()), dryRun: true }
    const { taskId } = await superAdministrator.call(dongleLicenseCalls.batchIssue, payload)
    await center.finishTask(superAdministrator, taskId)
    return { taskId, pin: HOSTED_PIN }
  },
  'dongleLicense.refresh': async () => ({
    guid: (await newDongleLicense()).guid,
    changes: { counter: 5, counterOp: 1 },
    pin: HOSTED_PIN,
    validDays: 9,
    remark: '备注',
  }),
  'dongleLicense.delete': async () => ({
    guids: [(await newDongleLicense()).guid],
    pin: HOSTED_PIN,
    validDays: 9,
    remark: '备注',
  }),
  'dongleLicense.empty': async () => ({
    guids: [await newLock()],
    pin: HOSTED_PIN,
    validDays: 9,
    remark: '备注',
    dryRun: true,
  }),
  'upgrade.download': async () => ({ guids: [(await newDongleLicense()).upgrade] }),
  'upgrade.reissue': async () => {
    const { upgrade } = await newDongleLicense()
    await query("update dongle_package set status = 4, results = '{exists}', reason = 'exists' where guid = $1", [
      upgrade,
    ])
    return { guids: [upgrade], pin: HOSTED_PIN, validDays: 9 }
  },
  'upgrade.withdraw': async () => ({ guids: [(await newDongleLicense()).upgrade] }),
  'tag.create': async () => ({ name: newTagName() }),
  'tag.update': async () => ({ guid: await newTag(), name: newTagName() }),
  'tag.delete': async () => ({ guid: await newTag() }),
  'developer.update': async () => ({
    displayName: '云帆',
    website: 'https://yunfan.example',
    brief: '简介',
    introduction: '介绍',
    contacts: [{ name: '王越', title: '销售', phone: '13800138000', email: 'wang@yunfan.example' }],
  }),
  'feedback.create': async () => {
    // The limit is ten a day.
    await query('delete from feedback where developer_id = $1', [superAdministrator.developerId])
    return fullFeedback
  },
  'developer.revealApiPassword': async () => ({}),
  'developer.setPin': async () => ({ pin: HOSTED_PIN, confirmPin: HOSTED_PIN }),
  'developer.apply': newApplication,
  'identity.updateProfile': async () => ({ userName: '林小满' }),
  'identity.changePassword': async () => {
    const password = randomUUID().slice(0, 20)
    return { password, confirmPassword: password }
  },
  'identity.startTotp': async () => {
    await totpOff()
    return {}
  },
  'identity.enableTotp': totpStarted,
  'identity.disableTotp': async () => {
    await totpOn()
    return {}
  },
  'identity.renewRecoveryCodes': async () => {
    await totpOn()
    return {}
  },
  'identity.renamePasskey': async () => ({ passkeyId: await newPasskey(), name: '钥匙' }),
  'identity.removePasskey': async () => ({ passkeyId: await newPasskey() }),
  'identity.endSession': newSession,
  'identity.endOtherSessions': async () => ({}),
  'identity.updateDevice': async () => ({ ...(await newDevice()), name: '办公室', isTrusted: false }),
  'identity.removeDevice': newDevice,
  'mail.resend': newFailedMail,
  'sender.create': newSenderPayload,
  'sender.update': async () => ({ ...senderPayload(), guid: await newSender() }),
  'sender.delete': async () => ({ guid: await newSender() }),
  'sender.setDefault': async () => ({ guid: await newSender() }),
  'topUp.create': async () => ({ amountFen: 10_000, paymentMethod: 'sandbox' }),
  'billing.pay': async () => {
    await credit(100)
    return { guid: (await newBill(superAdministrator)).guid }
  },
  'billing.updateSettings': async () => ({ lowBalanceFen: randomInt(1, 1_000_000) }),
  'package.buy': async () => ({ guid: await (someOffer ??= newOffer()), count: 2, priceFen: 0 }),
  'serviceFee.pay': async () => ({ amountFen: 100, paidUntil: await feeDue() }),
  'serviceFee.setRenewal': async () => ({ autoRenew: false }),
  'message.read': async () => ({ guids: [await newMessage(superAdministrator)] }),
  'message.readAll': async () => ({ kind: ['lowBalance'] }),
  'message.delete': async () => ({ guids: [await newMessage(superAdministrator)] }),
  'message.updatePreferences': async () => ({
    ways: [{ kind: 'lowBalance', way: 'none' }],
    quietHours: { from: '22:00', until: '07:00' },
    dailyHour: 9,
  }),
  'notice.read': async () => ({ guids: [randomUUID()] }),
  'notice.readAll': async () => ({ kind: ['info'] }),
  'notice.delete': async () => ({ guids: [randomUUID()] }),
  'task.start': () => newTask(superAdministrator, { isDraft: true }),
  'task.cancel': () => newTask(superAdministrator, { status: 0 }),
  'task.retry': () => newTask(superAdministrator, { status: 3 }),
  'task.previewUndo': () => newTask(superAdministrator, { status: 3 }),
  'task.undo': () => newTask(superAdministrator, { status: 3 }),
}
for (const [noun, payloadOf] of ENTITY_PAYLOADS) {
  valid[`${noun}.create`] ??= async () => payloadOf()
  valid[`${noun}.update`] ??= async () => ({ ...payloadOf(), guid: await someRow(noun, payloadOf) })
  valid[`${noun}.delete`] ??= async () => ({ guid: await someRow(noun, payloadOf) })
}
let own = ''
let someRole = ''
/** Created once, because hashing a password is slow. */
let shadowUser: Promise<string> | undefined
/** Free of charge, so that it can be bought any number of times. */
let someOffer: Promise<string> | undefined
/** The license id of the product that all templates use. */
const sold = 4_100_000_000

const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

const totpOff = () => superAdministrator.call(ownAccountCalls.disableTotp, {}).catch(() => undefined)
async function totpStarted() {
  await totpOff()
  const { secret } = await superAdministrator.call(ownAccountCalls.startTotp, {})
  return { code: generateSync({ secret, epoch: Math.floor(center.clock.now().getTime() / 1000) }) }
}
const totpOn = async () => superAdministrator.call(ownAccountCalls.enableTotp, await totpStarted())

async function newPasskey(): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into passkey (account_id, id, public_key, counter, name, is_synced, created_at)
     values ($1, $2, '', 0, 'key', false, now())`,
    [superAdministrator.accountId, id],
  )
  return id
}

async function newDevice(): Promise<{ guid: string }> {
  const guid = randomUUID()
  await query(
    `insert into device (account_id, id, secret_hash, network, first_seen_at, last_seen_at)
     values ($1, $2, $3, '192.0.2.1', now(), now())`,
    [superAdministrator.accountId, guid, Buffer.from(guid)],
  )
  return { guid }
}

async function newSession(): Promise<{ guid: string }> {
  const guid = randomUUID()
  await query(
    `insert into session
       (id, public_id, secret_hash, account_id, developer_id, state, network, created_at, last_seen_at, expires_at)
     values ($1, $2, '', $3, $4, 'active', '192.0.2.1', now(), now(), now() + interval '1 hour')`,
    [`session ${guid}`, guid, superAdministrator.accountId, superAdministrator.developerId],
  )
  return { guid }
}

async function newTask(
  of: Actor,
  { status = 0, isDraft = false }: { status?: number; isDraft?: boolean },
): Promise<{ guid: string }> {
  const guid = randomUUID()
  await query(
    `insert into task
       (developer_id, guid, kind, status, is_draft, subject, total, success, fail, created_by, created_at, finished_at)
     values ($1, $2, 'userImport', $3, $4, 'users.csv', 2, 1, 1, $5, $6, $6)`,
    [of.developerId, guid, status, isDraft, of.accountId, center.clock.now()],
  )
  return { guid }
}

const flowPayload = (by: Pick<Actor, 'accountId'>) => ({
  name: '审批流',
  families: ['sn' as const],
  events: ['issue' as const],
  steps: [{ userIds: [by.accountId], roleGuids: [], mode: 'any' as const, remindHours: 24 }],
})
// It catches nothing, so that other tests can issue.
const fullFlow = () => ({
  isOn: true,
  licenseIds: [sold],
  templateGuids: [],
  requesterIds: [idler.accountId],
  requesterRoleGuids: [],
  includesSuper: true,
  countAbove: 1,
  fenAbove: 1,
  daysAbove: 1,
  gifts: true,
  expireDays: 30,
})
/** Flows are limited in number. Those that requests need stay. */
const neededFlows: string[] = []
const fewFlows = async () =>
  query(
    `update approval_flow f set deleted_at = now()
     where developer_id = $1 and guid <> all ($2::uuid[]) and not exists (
       select from approval_request r where r.developer_id = f.developer_id and r.flow_guid = f.guid)`,
    [superAdministrator.developerId, [...neededFlows, ...(someFlow ? [await someFlow] : [])]],
  )
let someFlow: Promise<string> | undefined
async function newFlow(): Promise<string> {
  await fewFlows()
  const payload = { ...flowPayload(approver), ...fullFlow(), name: newTagName() }
  return (await superAdministrator.call(approveCalls.create, payload)).guid
}

/** A template whose codes wait for approval: the seller's for the super administrator, and theirs for the approver. */
let caught: Promise<string> | undefined
async function newCaught(): Promise<string> {
  const template = await newPlainCode()
  for (const [requester, decider] of [
    [seller, superAdministrator],
    [superAdministrator, approver],
  ] as const) {
    const { guid } = await superAdministrator.call(approveCalls.create, {
      ...flowPayload(decider),
      name: newTagName(),
      templateGuids: [template],
      requesterIds: [requester.accountId],
      includesSuper: requester === superAdministrator,
    })
    neededFlows.push(guid)
  }
  return template
}
async function newRequest(by: Actor): Promise<string> {
  const template = await (caught ??= newCaught())
  const { requestGuid } = await by.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
  return requestGuid ?? ''
}
async function newForeignRequest({ developerId, accountId }: Actor, flow: string): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into approval_request (developer_id, guid, number, family, event, state, requester_id, requester_name,
       flow_guid, flow_version, template_name, product_name, subject, count, fen, steps, party, step_at, expires_at,
       requested_at, updated_at)
     values ($1, $2, 'A1', 'sn', 'issue', 'waiting', $3, '', $4, 1, '', '', '', 1, 0, 1, '{}', now(),
       now() + interval '1 day', now(), now())`,
    [developerId, guid, accountId, flow],
  )
  return guid
}

/** A template for accounts whose terms campaigns can change. */
const offeredTemplate = (licenseId: number) =>
  pcTemplatePayload('account', licenseId, { billingMode: 'day', isForever: false, licDuration: 7, canModify: true })
let offered: Promise<string> | undefined
const newOffered = async () => (await superAdministrator.call(pcTemplateCalls.create, offeredTemplate(sold))).guid
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const fullCampaign = async () =>
  campaignPayload(center, await (offered ??= newOffered()), {
    introduction: '介绍',
    picture: PIXEL,
    userScope: 1,
    accountTypes: [1, 2],
    licenseDeadline: '2100-01-01T00:00:00Z',
    downloadUrl: 'https://yunfan.example',
    links: [{ name: '微信' }],
  })
async function newCampaign(stage: 'draft' | 'published' | 'paused' | 'terminated'): Promise<string> {
  const { guid } = await superAdministrator.call(activityCalls.create, await fullCampaign())
  if (stage !== 'draft')
    await query('update campaign set stage = $2, published_at = now(), published_by = $3 where guid = $1', [
      guid,
      stage,
      superAdministrator.accountId,
    ])
  return guid
}
/** A tag that a user with an address has. */
async function somePeople(): Promise<string> {
  const name = newTagName()
  await newUser({ tags: [name] })
  const tags = await superAdministrator.call(tagCalls.list, {})
  return tags.find((tag) => tag.name === name)?.guid ?? ''
}
async function newEntry(): Promise<string> {
  const value = `${randomUUID()}@bad.example`
  await superAdministrator.call(blacklistCalls.addBlacklist, { kind: 'account', values: [value] })
  return (await superAdministrator.call(blacklistCalls.findBlacklist, { value })).rows[0]?.guid ?? ''
}

async function newOffer(): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
     values ($1, $2, 10, 1, 30, 0, now())`,
    [guid, guid],
  )
  return guid
}
/** Lets the service time of the super administrator's developer end soon, and adds money to renew it. */
async function feeDue(): Promise<string> {
  const { developerId } = superAdministrator
  const until = new Date(center.clock.now().getTime() + HOUR_MS).toISOString()
  await query('update billing_terms set fee_fen = 100 where developer_id = $1', [developerId])
  await query('update developer set service_until = $2 where id = $1', [developerId, until])
  await credit(100)
  return until
}
/** Credits money to the super administrator's developer. */
const multipartField = (key: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${key.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${value}\r\n`
const credit = (fen: number) =>
  query(
    `select post_transfer(gen_random_uuid(), gen_random_uuid()::text, 'credit', null, null, '', null, null, now(),
       '{grants,wallet}', array[$2, $2]::uuid[], array[$2, $2]::uuid[], array[-$3::bigint, $3::bigint])
     from (select set_config('sealwright.developer_id', $1, true)) as acting`,
    [String(superAdministrator.developerId), '00000000-0000-0000-0000-000000000000', fen],
  )
async function newMessage({ developerId, accountId }: Actor): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into message (developer_id, account_id, guid, kind, params, link, created_at)
     values ($1, $2, $3, 'lowBalance', '{"balance": "9", "line": "10"}', '/billing', $4)`,
    [developerId, accountId, guid, center.clock.now()],
  )
  return guid
}
/** A bill of the platform that is due in the distant future. */
async function newBill({ developerId }: Actor): Promise<{ guid: string; orderGuid: string }> {
  const [guid, orderGuid] = [randomUUID(), randomUUID()]
  await query(
    `insert into billing_order
       (developer_id, guid, order_id, purpose, category, subject, count, amount_fen, status, created_at)
     values ($1, $2::uuid, $2::uuid::text, $2::uuid::text, 'platform', '', 1, 100, 'notCharged', now())`,
    [developerId, orderGuid],
  )
  await query(
    `insert into bill
       (developer_id, guid, billing_id, order_guid, category, subject, projected_fen, status, due_at, created_at)
     values ($1, $2::uuid, $2::uuid::text, $3, 'platform', '', 100, 'pending', '2199-01-01', now())`,
    [developerId, guid, orderGuid],
  )
  return { guid, orderGuid }
}

async function newApplication(): Promise<object> {
  await query('delete from formal_application where developer_id = $1', [trial.developerId])
  return {
    companyName: '云帆软件有限公司',
    contactName: '王越',
    contactPhone: '13800138000',
    contactEmail: 'wang@yunfan.example',
    statement: '工业软件',
    acceptDeletion: true,
  }
}

const fullFeedback = {
  kind: 'problem' as const,
  text: '保存之后，列表里看不到它。',
  contact: 'wang@yunfan.example',
  page: '/product',
}

const fullUser = () =>
  userPayload({
    userName: '林小满',
    gender: 2,
    phone: '13800138000',
    address: '北京市',
    customerName: '云帆',
    description: '说明',
    tags: ['重点'],
  })
const newUser = async (given: Parameters<typeof userPayload>[0] = {}) =>
  (await superAdministrator.call(userCalls.create, userPayload(given))).guid
const newTagName = () => randomUUID().slice(0, 18)
async function newTag() {
  // The limit is a thousand tags.
  await query('delete from tag where developer_id = $1', [superAdministrator.developerId])
  return (await superAdministrator.call(tagCalls.create, { name: newTagName() })).guid
}

const fullAdmin = () =>
  ({
    account: `admin-${randomUUID()}@test.example`,
    userName: '林小满',
    roleGuids: [someRole],
    privileges: ['product.view'],
    productScope: 'some',
    userScope: 'all',
    customerScope: 'some',
    cloudQuota: 5,
    softQuota: 0,
    validUntil: '2100-01-01T00:00:00Z',
    remark: '备注',
    assignments: { product: { add: [own], remove: [] } },
  }) as const
const newAdmin = async () =>
  (await superAdministrator.call(accessCalls.create, { account: fullAdmin().account })).userId
/** Invitations are limited in messages a day, and one cannot be sent again at once. */
const notSentLately = async () => {
  await query('delete from verification where developer_id = $1', [superAdministrator.developerId])
  await query("update invitation set sent_at = sent_at - interval '1 hour' where developer_id = $1", [
    superAdministrator.developerId,
  ])
}
async function newInvited() {
  const userId = await newAdmin()
  await notSentLately()
  return { userId }
}
/** Makes the leaver a member again, signed in, with a confirmed password. */
async function rejoin() {
  await query(
    `insert into membership (developer_id, account_id, is_super, created_at) values ($1, $2, false, now())
     on conflict do nothing`,
    [superAdministrator.developerId, leaver.accountId],
  )
  Object.assign(leaver.headers, (await center.signIn(leaver.account)).headers)
  await query('update session set confirmed_at = $2 where account_id = $1', [leaver.accountId, center.clock.now()])
  return {}
}
// The limit is two hundred roles.
/** Access keys are limited. Those of the tests of the open API stay. */
const fewKeys = () =>
  query(
    'update access_key set deleted_at = now() where developer_id = $1 and deleted_at is null and guid <> all ($2)',
    [superAdministrator.developerId, [api.guid, weak.guid]],
  )
const fullKey = () => ({
  name: newTagName(),
  privileges: ['product.view', 'snLicense.issue'] satisfies Privilege[],
  productGuids: [own],
  networks: ['203.0.113.0/24', '2001:db8::1'],
  endTime: '2100-01-01T00:00:00.000Z',
})
async function newKey(): Promise<string> {
  await fewKeys()
  return (await superAdministrator.call(accessKeyCalls.create, fullKey())).guid
}

const fewRoles = () =>
  query('delete from role where developer_id = $1 and guid <> $2', [superAdministrator.developerId, someRole])
async function newRole() {
  await fewRoles()
  return (await superAdministrator.call(roleCalls.create, { name: newTagName(), privileges: ['product.view'] })).guid
}
const viewAs = (accountId: string | null) =>
  query('update session set view_as = $2 where account_id = $1', [viewer.accountId, accountId])

function fullProduct() {
  return productPayload({
    licenseVersion: 1,
    brief: '简介',
    licenseForm: 3,
    modules: [{ moduleId: 1, moduleName: '甲', checked: true }],
    rom: { source: 'items', items: [{ key: 'k', value: 'v', name: 'n', group: 'g' }] },
    raw: { source: 'text', text: 'x' },
    pub: { source: 'file', fileName: 'f', base64: 'AAEC' },
  })
}

const grants = (): Parameters<typeof templatePayload>[1] => ({
  modules: [{ moduleId: 1, checked: true }],
  licenseVersion: 2,
  rom: { source: 'items', items: [{ key: 'k', value: 'v', name: 'n', group: 'g' }] },
  raw: { source: 'text', text: 'x' },
  pub: { source: 'file', fileName: 'f', base64: 'AAEC' },
})
const fullTemplate = () =>
  templatePayload(sold, {
    ...grants(),
    isForever: false,
    deductMode: 2,
    packageName: '套餐',
    startTime: '2100-01-01',
    endTime: '2100-12-31',
    spanTime: 30,
    useMode: 2,
    machineNum: 5,
    canModify: true,
    canModifyModule: false,
    canModifyDataZone: true,
  })
const fullCode = () =>
  pcTemplatePayload('sn', sold, {
    ...grants(),
    licenseKeyType: 2,
    concurrentType: 'process',
    groupUsers: 20,
    lanBorrow: 3,
    forceAuthDays: 7,
    offlineBind: true,
    c2dDays: 9,
    d2cDays: 9,
    codePassword: true,
    lending: true,
    lendingDays: 3,
    lendingSeats: 2,
    isForever: false,
    licStartTimeType: 1,
    licDuration: 30,
    spanTime: 3,
  })

/** Licenses, issued many at a time. Each broken payload takes one of its own. */
const stock: Record<string, string[]> = {}
async function fromStock(name: string, fill: () => Promise<{ licenses: { guid: string }[] }>): Promise<string> {
  stock[name] ??= []
  if (stock[name].length === 0) stock[name].push(...(await fill()).licenses.map(({ guid }) => guid))
  return stock[name].pop() ?? ''
}
let smartSold: Promise<string> | undefined
let codeSold: Promise<string> | undefined
let plainCode: Promise<string> | undefined
const newSold = async () =>
  (
    await superAdministrator.call(
      templateCalls.create,
      templatePayload(sold, { canModify: true, canModifyModule: true, canModifyDataZone: true }),
    )
  ).guid
const newCodeSold = async () =>
  (
    await superAdministrator.call(pcTemplateCalls.create, {
      ...fullCode(),
      canModify: true,
      canModifyModule: true,
      canModifyDataZone: true,
    })
  ).guid
const newPlainCode = async () =>
  (
    await superAdministrator.call(
      pcTemplateCalls.create,
      pcTemplatePayload('sn', sold, {
        billingMode: 'year',
        isForever: false,
        licStartTimeType: 1,
        licDuration: 365,
        useMode: 2,
        machineNum: 5,
        forceAuthDays: 7,
        canModify: true,
        canModifyModule: true,
        canModifyDataZone: true,
      }),
    )
  ).guid
const newLicense = () =>
  fromStock('smart', async () =>
    superAdministrator.call(licenseCalls.issue, {
      templateGuid: await (smartSold ??= newSold()),
      count: 100,
      isPreIssued: true,
    }),
  )
const newCodeLicense = (source: 'preIssue' | 'single' = 'single') =>
  fromStock(source, async () =>
    superAdministrator.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await (plainCode ??= newPlainCode())],
      count: 100,
      isPreIssued: source === 'preIssue',
    }),
  )
/** Payloads of the calls on one license. Some calls need a license in another state. */
function actsOf(noun: string, where: object, make: () => Promise<string>): Record<string, () => Promise<object>> {
  const on = (change?: string) => async () => {
    const guid = await make()
    if (change) await query(`update license set ${change} where guid = $1`, [guid])
    return { ...where, guid, reason: '原因' }
  }
  const onMachine = async () => {
    const [one, machineGuid] = [await on('state = 4, bound = 1, ever_bound = 1')(), randomUUID()]
    await query(
      `insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, state, bound_at, seen_at)
       select developer_id, $2::uuid, guid, $2::uuid::text, '主机', 'bound', now(), now() from license where guid = $1`,
      [one.guid, machineGuid],
    )
    return { ...one, machineGuid }
  }
  return {
    [`${noun}.lock`]: on(),
    [`${noun}.unlock`]: on('state = 5'),
    [`${noun}.delete`]: on(),
    [`${noun}.rekey`]: on(),
    [`${noun}.unbind`]: onMachine,
    [`${noun}.recycle`]: onMachine,
  }
}
let someLicense: Promise<string> | undefined
const codeOf = async (guid: string) => (await superAdministrator.call(pcLicenseCalls.get, { kind: 'sn', guid })).serial
async function newSeat({ developerId }: Pick<Actor, 'developerId'>, licenseGuid: string): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into seat (developer_id, guid, license_guid, holder, fingerprint, machine_name, timeout_seconds,
       started_at, beat_at, until)
     values ($1, $2::uuid, $3, $2::uuid::text, 'machine-a', '主机', 600, now(), now(), now() + interval '1 day')`,
    [developerId, guid, licenseGuid],
  )
  return guid
}

/** A license that lends. Codes with all terms are issued for all of these tests together. */
const newLendingLicense = () =>
  fromStock('lending', async () =>
    superAdministrator.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await (codeSold ??= newCodeSold())],
      count: 20,
      password: 'secret-1',
    }),
  )
/** A lent seat that no device has used. */
async function newLending({ developerId }: Pick<Actor, 'developerId'>, licenseGuid: string): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into lending (developer_id, guid, license_guid, code, state, person, days, lender_name, created_at, due_at)
     values ($1, $2::uuid, $3, translate(upper(left(replace($2::uuid::text, '-', ''), 11)), '01', 'XY'), 'created',
       '周敏', 10, '王越', now(), now() + interval '10 days')`,
    [developerId, guid, licenseGuid],
  )
  return guid
}
let someLends: Promise<string> | undefined
const newLent = async () => newLending(superAdministrator, await (someLends ??= newLendingLicense()))
async function newLender({ developerId, accountId }: Actor, licenseGuid: string): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into lending_admin (developer_id, guid, license_guid, email, invited_at, invited_by, inviter_name)
     values ($1, $2::uuid, $3, $2::uuid::text || '@test.example', now(), $4, '王越')`,
    [developerId, guid, licenseGuid, accountId],
  )
  return guid
}
async function newLenderSession(): Promise<string> {
  await superAdministrator.call(lendingCalls.invite, {
    licenseGuid: await newLendingLicense(),
    email: 'lender-of-session@test.example',
  })
  const { link } = await center.message('lender-of-session@test.example')
  return (await center.visitor(codePageCalls.signIn, { link })).session
}

/** An exchanged file of this license, whose device is new. */
async function newExchange({ developerId }: Actor, licenseGuid: string): Promise<string> {
  const guid = randomUUID()
  await query(
    `insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, state, bound_at, seen_at)
     values ($1, $2::uuid, $3, $2::uuid::text, 'host', 'bound', now(), now())`,
    [developerId, guid, licenseGuid],
  )
  await query(
    `insert into exchange (developer_id, guid, license_guid, machine_guid, kind, file_id, digest, name, machine_name,
       made_at, at, way, actor_name, answer, answer_digest, answer_name, packages, valid_until)
     values ($1, $2::uuid, $3, $2::uuid, 'bind', $2::uuid::text, sha256($2::uuid::text::bytea),
       'a.c2d', 'host', now(), now(), 'console',
       'host', 'answer', sha256($2::uuid::text::bytea), 'a.d2c', '{lease}', now() + interval '30 days')`,
    [developerId, guid, licenseGuid],
  )
  return guid
}
const HOSTED_PIN = 'abcdefgh12345678'
async function newLock(of = superAdministrator): Promise<string> {
  const [lock] = await registerLocks(center, of, 1)
  return lock?.guid ?? ''
}
let controlLockOnce: Promise<string> | undefined
async function newControlLock(of = superAdministrator): Promise<string> {
  const { row } = newRegistration({ kind: 'control', signKey: null, sealKey: null, home: 7, pin: '7731-2026' })
  await registerDongles(center.ground, of.developerId, [row])
  return (await of.call(controlLockCalls.find, { keyword: row.shellNumber })).rows[0]?.guid ?? ''
}
let dongleTemplateOnce: Promise<string> | undefined
const newDongleTemplate = async (of: Actor, licenseId: number) =>
  (await of.call(pcTemplateCalls.create, pcTemplatePayload('dongle', licenseId))).guid
async function newDongleIssue() {
  // Junk in the place of the PIN counts as a wrong guess.
  await query('delete from guess', [])
  return {
    templateGuids: [await (dongleTemplateOnce ??= newDongleTemplate(superAdministrator, sold))],
    guids: [await newLock()],
    validDays: 9,
    remark: '备注',
  }
}
/** A license in a new lock, with its package. */
async function newDongleLicense(of = superAdministrator, licenseId = sold) {
  await query('delete from guess', [])
  const template =
    of === superAdministrator
      ? await (dongleTemplateOnce ??= newDongleTemplate(of, licenseId))
      : await newDongleTemplate(of, licenseId)
  const lock = await newLock(of)
  const { packages } = await of.call(dongleLicenseCalls.issue, {
    templateGuids: [template],
    guids: [lock],
    pin: HOSTED_PIN,
  })
  const { rows } = await of.call(dongleLicenseCalls.find, { lockGuid: lock })
  return { lock, template, guid: rows[0]?.guid ?? '', upgrade: packages[0]?.guid ?? '' }
}

let stockistOnce: Promise<string> | undefined
/** An integrator with a member, so that `newIntegrator` does not delete it. */
const stockist = () =>
  (stockistOnce ??= newIntegratorMember().then(
    (made) => (made as { guid: string }).guid, // of the payload made below
  ))
let customerOnce: Promise<string> | undefined
const someCustomer = () =>
  (customerOnce ??= superAdministrator.call(customerCalls.create, customerPayload()).then(({ guid }) => guid))
const newTemplate = async () => (await superAdministrator.call(templateCalls.create, fullTemplate())).guid
const newCode = async () => (await superAdministrator.call(pcTemplateCalls.create, fullCode())).guid

async function newRow(noun: string, payload: object | undefined, as = superAdministrator): Promise<string> {
  const create = CALLS.find(({ name }) => name === `${noun}.create`)
  if (!create || !payload) throw new Error(`${noun} is not an entity with a sample of every field`)
  return ((await as.call(create, payload)) as { guid: string }).guid // as every creation answers
}
const rows = new Map<string, string>()
/** A row of an entity, and a new one only if that was deleted: the number of rows is limited. */
async function someRow(noun: string, payloadOf: () => object): Promise<string> {
  const get = CALLS.find(({ name }) => name === `${noun}.get`)
  const known = rows.get(noun)
  const isThere =
    get && known && (await send(get, { as: superAdministrator, type: FORM, body: `guid=${known}` })).code === 0
  const guid = isThere ? known : await newRow(noun, payloadOf())
  rows.set(noun, guid)
  return guid
}
let mailedUser: Promise<string> | undefined
async function newFailedMail() {
  const { developerId } = superAdministrator
  const guid = await (mailedUser ??= newUser())
  const id = randomUUID()
  await query(
    `insert into mail_outbox (id, developer_id, kind, recipient, subject, body, state, created_at)
     values ($1, $2, 'addAccount', 'a@test.example', '', '', 'failed', now())`,
    [id, developerId],
  )
  await query("insert into mail_about (developer_id, kind, guid, mail_id) values ($1, 'user', $2, $3)", [
    developerId,
    guid,
    id,
  ])
  return { about: 'user', guid, id }
}
const webhookPayload = () => ({
  url: `https://${randomUUID()}.test.example/hook`,
  description: '网店',
  events: [...WEBHOOK_EVENTS],
})
async function newWebhookPayload(): Promise<object> {
  // The number of endpoints is limited.
  await query('update webhook set deleted_at = now() where developer_id = $1', [superAdministrator.developerId])
  return webhookPayload()
}
async function newWebhook(by: Actor = superAdministrator): Promise<string> {
  if (by === superAdministrator) await newWebhookPayload()
  return (await by.call(webhookCalls.create, webhookPayload())).guid
}
const senderPayload = () => ENTITY_PAYLOADS.get('sender')?.() ?? {}
async function newSenderPayload(): Promise<object> {
  // The number of senders is limited.
  await query('delete from sender where developer_id = $1', [superAdministrator.developerId])
  return senderPayload()
}
const newSender = async () => newRow('sender', await newSenderPayload())
async function newIntegrator(): Promise<string> {
  // The number of integrators is limited.
  await query(
    `delete from integrator where developer_id = $1 and not exists (select from staff s
       where s.developer_id = integrator.developer_id and s.integrator_guid = integrator.guid)`,
    [superAdministrator.developerId],
  )
  return newRow('integrator', ENTITY_PAYLOADS.get('integrator')?.())
}
async function newEmailTemplate(status: number): Promise<string> {
  // Their number is limited, and one of a type and language is enabled.
  await query('delete from email_template where developer_id = $1', [superAdministrator.developerId])
  const guid = await newRow('emailTemplate', ENTITY_PAYLOADS.get('emailTemplate')?.())
  await query('update email_template set status = $2 where guid = $1', [guid, status])
  return guid
}
async function newIntegratorMember(): Promise<object> {
  const guid = await newIntegrator()
  await notSentLately()
  const account = `${randomUUID()}@test.example`
  const { userId } = await superAdministrator.call(integratorCalls.addMember, { guid, account })
  await notSentLately()
  return { guid, userId }
}

/** Every place in a JSON value, as the path of keys to it. */
function placesOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner).map((place) => [Array.isArray(value) ? Number(key) : key, ...place]),
    ),
  ]
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => (index === key ? replaced(inner, rest, by) : inner))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) } // it has this key
}

interface Sent {
  status: number
  code: number
  name: string
  body: { code: number; desc: string; data: unknown }
}

async function send(
  call: Call,
  options: { as?: Actor; type?: string; body?: string | Buffer; query?: string; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const response = await center.center.app.inject({
    method: call.method,
    url: call.path + (options.query ? `?${options.query}` : ''),
    headers: { ...options.as?.headers, ...(options.type && { 'content-type': options.type }), ...options.headers },
    ...(options.body !== undefined && { payload: options.body }),
    // These tests are not about the limits per network.
    ...(call.perMinute !== undefined && {
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    }),
  })
  // A file has no envelope. A refusal of a file has one.
  if (call.streams === 'file' && !response.headers['content-type']?.toString().includes('json'))
    return { status: response.statusCode, code: 0, name: 'success', body: { code: 0, desc: '', data: null } }
  const body: unknown = JSON.parse(response.body)
  if (call.bare) return bareAnswer(call, response.statusCode, body)
  if (!isEnvelope(body)) throw new Error(`${call.name} did not answer an envelope: ${response.body}`)
  return {
    status: response.statusCode,
    code: body.code,
    name: body.code === 0 ? 'success' : (errorName(body.code) ?? 'unknown'),
    body,
  }
}

/** The answer of a bare call, which has its own format and codes. */
function bareAnswer(call: Call, status: number, body: unknown): Sent {
  const { code, msg: desc, data } = body as { code: unknown; msg: unknown; data?: unknown } // checked below
  if (typeof code !== 'number' || typeof desc !== 'string')
    throw new Error(`${call.name} answered neither a code nor a message: ${JSON.stringify(body)}`)
  const [name = 'unknown'] = Object.entries(CAPTCHA_CODES).find(([, known]) => known === code) ?? []
  return { status, code, name, body: { code, desc, data } }
}

/** The expected form of a refusal: in the envelope, or bare. */
function refusal(call: Call, name: ErrorName) {
  const { status } = ERRORS[name]
  return call.bare ? { status: status === 200 ? 400 : status, name: 'malformed' } : { status, name }
}

const FORM = 'application/x-www-form-urlencoded'
// Runtime calls have a surface of their own, which is checked below.
const named = CALLS.filter((call) => !isRuntime(call)).map((call): [string, Call] => [call.name, call])
const withBody = named.filter(([, call]) => call.carriage === 'body')
// Signing out would end the session that the other tests use.
const asActor = (call: Call) =>
  call.access.kind === 'open' || call.name === 'identity.logout' ? undefined : superAdministrator
// Streams of events do not end by themselves.
const walkable = named.filter(([, call]) => call.name !== 'identity.logout' && call.streams !== 'events')

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -0,
    2 ** 53,
    '__proto__',
    'constructor',
    '\u0000',
    '\uD800',
    '‮',
    'a'.repeat(70_000),
    '[',
    '{}',
    '[]',
    '{"a":{"b":[]}}',
    "' or 1=1 --",
    '%',
    '%00',
    '%E0%A4',
    '../../x',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 5 }),
  fc.object({ maxDepth: 3 }),
)

// A normal run tries few values for each call, to save time. `npm run drill -- conformance` tries more.
const TIMES = Number(process.env['SEALWRIGHT_JUNK'] ?? 1)
const SEED = Number(process.env['SEALWRIGHT_SEED'] ?? randomInt(2 ** 31))
/** The number of runs, and a seed that differs between calls, so that all calls together get more kinds of junk. */
const junked = (name: string, runs: number) => ({
  numRuns: runs * TIMES,
  seed: SEED ^ createHash('sha256').update(name).digest().readInt32BE(),
})
/** Far more than any call accepts. It must be refused before it is read. */
const HUGE = Buffer.alloc(10_000_000, 'x')

/** A payload of a call whose every id is this one, of another developer. */
function foreignPayload(call: Call, guid: string | undefined): object {
  return {
    guid,
    guids: [guid],
    customerGuid: guid,
    tagGuids: [guid],
    name: '名称',
    password: 'secret-1',
    targetGuid: guid,
    templateGuid: guid,
    templateGuids: [guid],
    kind: 'sn',
    version: 1,
    from: 1,
    to: 1,
    privilegeName: 'canModify',
    priceFen: 0,
    orderGuid: guid,
    ...(call.domain === 'sender' && { about: 'user', id: guid }),
    ...(call.domain === 'webhook' && { isEnabled: true }),
    position: 1,
    ...(call.domain === 'runtime' && { licenseGuid: guid, ...(call.effect === 'write' && { reason: '维护' }) }),
    ...(call.domain === 'lending' && { licenseGuid: guid, person: '周敏', email: 'a@test.example', days: 1 }),
    ...(call.domain === 'codePage' && { visit: codeVisit, session: lenderSession, machineGuid: guid }),
    ...(call.name.startsWith('exchange.') && { licenseGuid: guid, kind: undefined, text: 'SEALWRIGHT C2D 1' }),
    ...(call.domain === 'license' && {
      customerGuid: undefined,
      tagGuids: undefined,
      machineGuid: guid,
      channel: 'handed',
      recipient: '王越',
      act: 'lock',
      count: 1,
      password: undefined,
      ...(call.name.endsWith('.setPassword') && { password: 'secret-1' }),
    }),
    ...(call.name.startsWith('invitation.') && { link: invitationLink, password: undefined }),
    ...(call.domain === 'approve' && {
      ...flowPayload(approver),
      isOn: true,
      ...(call.name === 'approve.tryOut' && { family: 'smart', event: 'issue' }),
    }),
    ...(call.domain === 'audit' && {
      revision: 1,
      reason: '原因',
      text: '内容',
      userId: guid,
      ...(call.name === 'audit.edit' && { changes: { machineNum: 1 } }),
    }),
    ...(call.domain === 'activity' && {
      ...campaignPayload(center, guid ?? ''),
      links: [],
      linkGuid: guid,
      participantGuids: [guid],
      reason: '原因',
    }),
    ...(['userLock', 'controlLock', 'dongleLicense'].includes(call.domain) && {
      act: 'lock',
      pin: HOSTED_PIN,
      lockGuid: guid,
      licenseGuid: guid,
      kind: undefined,
      taskId: call.name === 'upgrade.download' ? undefined : guid,
    }),
    ...(call.name === 'user.batchUpdate' && { removeTagGuids: [guid] }),
    ...(call.domain === 'statistics' && { measure: 'licenseIssued' }),
    ...(call.domain === 'accessKey' && { privileges: ['product.view'], productGuids: [guid], isEnabled: true }),
    ...(call.domain === 'emailTemplate' && ENTITY_PAYLOADS.get('emailTemplate')?.()),
    ...(call.domain === 'integrator' && { kind: 'product', account: 'new@test.example', userId: guid }),
    ...(call.domain === 'access' && {
      account: 'new@test.example',
      userId: guid,
      roleGuid: guid,
      roleGuids: [guid],
    }),
  }
}

/** An id of another developer finds nothing, changes nothing, and is not told apart from one that does not exist. */
function expectNothing(call: Call, answer: { code: number; name: string; body: { data: unknown } }): void {
  // The content of files and the rows of tasks have tests of their own.
  if (
    answer.code === 0 &&
    (call.streams === 'file' ||
      ['user.batchDelete', 'dongleLicense.empty'].includes(call.name) ||
      call.name.endsWith('.batchAct'))
  )
    return
  if (answer.code === 0 && call.name === 'runtimeLog.risks') expect(answer.body.data).toEqual([])
  else if (answer.code === 0 && (call.domain === 'message' || call.name === 'activity.deleteBlacklist'))
    expect(answer.body.data).toEqual({ count: 0 })
  else if (answer.code === 0)
    expect(answer.body.data).toMatchObject(
      call.name === 'seat.count'
        ? { taken: 0, limit: null, licenses: 0 }
        : call.domain === 'statistics'
          ? { total: 0 }
          : call.name.endsWith('.batchDelete')
            ? { deleted: 0 }
            : /License\.count$|^license\.count$/.test(call.name)
              ? { records: 0 }
              : { rows: [] },
    )
  else if (call.name === 'approve.reorder') expect(answer.name).toBe('approve.orderChanged')
  else expect(answer.name).toMatch(/\.(?:\w+N|n)otFound$/)
}

describe('every call', () => {
  it('has a unique name, a unique path and a summary', () => {
    expect(new Set(CALLS.map((call) => call.name)).size).toBe(CALLS.length)
    expect(new Set(CALLS.map((call) => `${call.method} ${call.path}`)).size).toBe(CALLS.length)
    for (const call of CALLS) {
      expect(call.path).toMatch(
        isRuntime(call) ? /^\/runtime\/v1(?:\/[a-z][A-Za-z]*){1,2}$/ : /^(?:\/[a-z][A-Za-z]*){1,3}\.do$/,
      )
      expect(call.summary).toMatch(/^[A-Z].*\.$/s)
      expect(call.payload._zod.def.type, `${call.name} takes an object`).toBe('object')
      if (call.effect === 'write') expect(call.method).toBe('POST')
    }
  })

  it.each(named.filter(([, call]) => call.access.kind !== 'open'))(
    '%s needs both the handle and the cookie of a session',
    async (_name, call) => {
      const { headers } = superAdministrator
      const handleOnly = { 'x-session-id': headers['x-session-id'] ?? '' }
      const cookieOnly = { cookie: headers['cookie'] ?? '' }
      const wrongSecret = { ...headers, cookie: (headers['cookie'] ?? '').replace(/=.*/, '=AAAA') }
      for (const given of [{}, handleOnly, cookieOnly, wrongSecret, { ...headers, 'x-session-id': 'x'.repeat(5000) }]) {
        expect(await send(call, { headers: given })).toMatchObject({ status: 200, code: 855638022 })
      }
    },
  )

  it.each(named.filter(([, call]) => call.access.kind === 'privilege'))(
    '%s is refused without its privilege before the body is read',
    async (_name, call) => {
      const answer = await send(call, {
        as: nobody,
        ...(call.carriage === 'body' && { type: 'application/nonsense', body: HUGE }),
      })
      expect(answer).toMatchObject({ status: 200, name: 'platform.noPermission' })
      expect(answer.body.desc).toMatch(/“.+”/)
    },
  )

  it.each(
    named.filter(([, call]) =>
      JSON.stringify(Object.keys((call.payload._zod.def as { shape?: object }).shape ?? {})).match(/guid/i),
    ),
  )('%s finds nothing for an id of another developer', async (_name, call) => {
    const guid = foreign[call.name] ?? foreign[call.domain]
    expect(guid, `add a foreign ${call.domain} to this suite`).toBeDefined()
    const answer = await send(call, {
      as: superAdministrator,
      type: 'application/json',
      body: JSON.stringify(foreignPayload(call, guid)),
    })
    expectNothing(call, answer)
  })

  it.each(withBody.filter(([, call]) => asActor(call) ?? call.access.kind === 'open'))(
    '%s refuses what it cannot read, in each carriage',
    async (_name, call) => {
      const as = asActor(call)
      const options = as ? { as } : {}
      const unreadable: [string, string | Buffer][] = [
        ['application/json', '{"a":'],
        ['application/json', '[1]'],
        ['application/json', 'null'],
        ['application/json', '"text"'],
        ['application/json', Buffer.from([0x7b, 0xff, 0xfe])],
        [FORM, Buffer.from([0x61, 0x3d, 0xff])],
        ['multipart/form-data; boundary=x', 'nonsense'],
        ['multipart/form-data', 'nonsense'],
      ]
      for (const [type, body] of unreadable)
        expect(await send(call, { ...options, type, body }), type).toMatchObject(
          refusal(call, 'platform.unreadableBody'),
        )
      expect(await send(call, { ...options, type: FORM, body: 'a=1&a=2' })).toMatchObject(
        refusal(call, 'platform.duplicateKey'),
      )
      expect(await send(call, { ...options, type: 'text/plain', body: 'a=1' })).toMatchObject(
        refusal(call, 'platform.mediaType'),
      )
      expect(await send(call, { ...options, type: 'application/xml', body: '<a/>' })).toMatchObject(
        refusal(call, 'platform.mediaType'),
      )
      const tooLarge = `a=${'x'.repeat((call.bodyBytes ?? 256 * 1024) + 1)}`
      expect(await send(call, { ...options, type: FORM, body: tooLarge })).toMatchObject(
        refusal(call, 'platform.dataTooLarge'),
      )
    },
  )

  it.each(named.filter(([, call]) => call.carriage === 'query'))(
    '%s refuses a query key given twice',
    async (_name, call) => {
      expect(await send(call, { as: superAdministrator, query: 'a=1&a=2' })).toMatchObject({
        name: 'platform.duplicateKey',
      })
    },
  )

  it.each(named)('%s answers an unknown method with an invalid URL', async (_name, call) => {
    const response = await center.center.app.inject({
      method: call.method === 'GET' ? 'POST' : 'DELETE',
      url: call.path,
      headers: superAdministrator.headers,
    })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: ERRORS['platform.invalidUrl'].code })
  })

  it.each(walkable)('%s never fails on junk, and never reveals internals', async (name, call) => {
    const as = asActor(call)
    const options = as ? { as } : {}
    const keys = Object.keys((call.payload._zod.def as { shape?: object }).shape ?? {})
    const payload = fc.dictionary(
      fc.oneof(fc.constantFrom(...keys, '__proto__', 'zzz'), fc.string({ maxLength: 10 })),
      nasty,
      { maxKeys: keys.length + 2 },
    )
    await fc.assert(
      fc.asyncProperty(payload, fc.constantFrom('json', 'form', 'multipart'), async (given, carriage) => {
        const texts = Object.entries(given).map(([key, value]): [string, string] => [
          key,
          (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
        ])
        const encoded = new URLSearchParams(texts).toString()
        const answer =
          call.carriage === 'query'
            ? await send(call, { ...options, query: encoded.slice(0, 8_000) })
            : carriage === 'json'
              ? await send(call, {
                  ...options,
                  type: 'application/json',
                  body:
                    JSON.stringify(given, (_key, value: unknown) =>
                      typeof value === 'bigint' ? String(value) : value,
                    ) ?? '{}',
                })
              : carriage === 'form'
                ? await send(call, { ...options, type: FORM, body: encoded })
                : await send(call, {
                    ...options,
                    type: 'multipart/form-data; boundary=b',
                    body: `${texts.map(([key, value]) => multipartField(key, value)).join('')}--b--\r\n`,
                  })
        expect(answer.status).toBeLessThan(500)
        expect(answer.name).not.toBe('unknown')
        if (answer.code !== 0)
          expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts:|node_modules|select |insert /)
      }),
      junked(name, 6),
    )
  })
})

describe('every call that changes data', () => {
  it.each(named.filter(([, call]) => call.effect === 'write' && call.sends !== 'multipart'))(
    '%s never fails on junk in one place of a valid payload',
    async (name, call) => {
      const make = valid[name]
      if (!make) throw new Error(`add a valid payload of ${name} to this suite`)
      const actors: Record<string, Actor> = {
        'developer.apply': trial,
        'admin.leave': leaver,
        'admin.viewAs': viewer,
        'admin.endViewAs': viewer,
      }
      const as = actors[name] ?? superAdministrator
      expect((await send(call, { as, type: 'application/json', body: JSON.stringify(await make()) })).name).toBe(
        'success',
      )
      // A refused call changes nothing, so its payload is used again.
      let unused: Awaited<ReturnType<typeof make>> | undefined
      await fc.assert(
        fc.asyncProperty(fc.nat(), nasty, async (pick, junk) => {
          const payload = unused ?? (await make())
          const places = placesOf(payload).filter((place) => place.length > 0)
          const broken = replaced(payload, places[pick % places.length] ?? [], junk)
          const answer = await send(call, {
            as,
            type: 'application/json',
            body: JSON.stringify(broken, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
          })
          expect(answer.status).toBeLessThan(500)
          expect(answer.name).not.toBe('unknown')
          unused = answer.code === 0 ? undefined : payload
        }),
        junked(name, 15),
      )
      // A flow without its requesters would catch the licenses of the following tests.
      if (call.path.startsWith('/approve/')) {
        someFlow = undefined
        await fewFlows()
      }
    },
  )
})

/** The parts of payloads that the runtime calls accept. Their answers have tests of their own. */
const programMachine = {
  fingerprint: 'machine-of-a-program',
  name: '主机',
  os: 'Linux',
  parts: [{ kind: 'cpu', digest: 'digest-of-cpu' }],
  addresses: [{ ip: '192.0.2.1', mac: '00-00-5E-00-53-01' }],
}
const asked = (): Record<keyof typeof runtimeCalls, Record<string, unknown>> => {
  const meant = { code, machine: programMachine, version: 1 }
  return {
    login: { account: 'lin@test.example', password: 'secret-1' },
    logout: { token: 't'.repeat(43) },
    deviceLogin: { programName: 'cad', machineName: '主机' },
    deviceToken: { deviceCode: 't'.repeat(43) },
    activate: { ...meant, codePassword: 'secret-1' },
    validate: { ...meant, revision: 1 },
    deactivate: meant,
    openSession: { ...meant, process: { name: 'cad', pid: 7, startedAt: 1 }, osSession: '1', timeoutSeconds: 60 },
    heartbeat: { session: randomUUID(), leaseId: randomUUID() },
    closeSession: { session: randomUUID() },
    consume: { ...meant, amount: 1, requestId: randomUUID() },
    readData: { ...meant, area: 'raw' },
    writeData: { ...meant, content: 'AAEC', revision: 0 },
    offline: { file: 'SEALWRIGHT C2D 1' },
    dongle: { file: 'SEALWRIGHT C2D 1' },
    borrow: { ...meant, days: 1 },
    return: { lendingCode: 'AAAAAAAAAAA', machine: programMachine },
    keys: {},
  }
}

describe('every runtime call', () => {
  const programs = Object.entries(runtimeCalls) as [keyof typeof runtimeCalls, Call][] // the calls by their names
  const withCode = programs.filter(([, call]) => 'code' in ((call.payload._zod.def as { shape?: object }).shape ?? {}))

  async function sendAs(
    call: Call,
    given: { password?: string | undefined; type?: string; body?: string | Buffer; query?: string },
  ) {
    const response = await center.center.app.inject({
      method: call.method,
      url: call.path + (given.query ? `?${given.query}` : ''),
      headers: {
        ...(given.password !== undefined && { authorization: given.password }),
        ...(given.type && { 'content-type': given.type }),
      },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      ...(given.body !== undefined && { payload: given.body }),
    })
    return {
      status: response.statusCode,
      type: String(response.headers['content-type']),
      text: response.body,
      body: response.json<Record<string, unknown>>(),
    }
  }
  type Answer = Awaited<ReturnType<typeof sendAs>>
  const json = (
    call: Call,
    payload: Record<string, unknown>,
    password: string | undefined = `Bearer ${program.apiPassword}`,
  ) =>
    call.method === 'GET'
      ? sendAs(call, {
          password,
          query: new URLSearchParams(Object.entries(payload).map(([key, value]) => [key, String(value)])).toString(),
        })
      : sendAs(call, {
          password,
          type: 'application/json',
          body:
            JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ??
            '{}',
        })

  /** A refusal is a problem document that reveals no internals. */
  function expectProblem({ status, type, text, body }: Answer) {
    if (status === 200) return expect(type).toBe('application/json; charset=utf-8')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(type).toBe('application/problem+json; charset=utf-8')
    expect(body).toMatchObject({
      type: expect.stringMatching(/^[A-Z_]+$/) as string,
      title: expect.any(String) as string,
      status,
      detail: expect.any(String) as string,
      code: expect.any(Number) as number,
    })
    expect(errorName(Number(body['code'])), text).toBeDefined()
    expect(text).not.toMatch(/at .*\.ts:|node_modules|select |insert /)
  }

  it.each(programs)(
    '%s has the same refusal without a password, with a wrong one and for an unknown developer',
    async (name, call) => {
      const payload = { developerId: superAdministrator.developerId, ...asked()[name] }
      const strangers = [
        undefined,
        '',
        'Bearer ',
        'Bearer',
        `Basic ${program.apiPassword}`,
        `Bearer ${'00'.repeat(16)}`,
        `Bearer ${program.apiPassword}00`,
        `Bearer ${otherProgram.apiPassword}`,
        'Bearer zz',
      ]
      const answers = [
        ...(await Promise.all(strangers.map((password) => json(call, payload, password ?? '')))),
        ...(await Promise.all(
          [999_999, otherProgram.developerId].map((developerId) => json(call, { ...payload, developerId })),
        )),
        // Whether a code exists does not change the refusal.
        ...(await Promise.all(
          ['AAAAAAAAAAAAAAAA', foreignCode, 'nonsense'].map((other) =>
            json(call, { ...payload, ...('code' in payload && { code: other }) }, 'Bearer 00'),
          ),
        )),
      ]
      for (const answer of answers)
        expect([answer.status, answer.type, answer.body]).toEqual([
          401,
          answers[0]?.type,
          { ...answers[0]?.body, type: problemType('runtime.unauthorized') },
        ])
    },
  )

  it.each(programs)('%s accepts its payload with the right password', async (name, call) => {
    const answer = await json(call, { developerId: superAdministrator.developerId, ...asked()[name] })
    expectProblem(answer)
    expect(['BAD_PAYLOAD', 'UNAUTHORIZED']).not.toContain(answer.body['type'])
  })

  it.each(withCode)("%s answers the same for another developer's code and an unknown one", async (name, call) => {
    const answer = (given: string) =>
      json(call, { developerId: superAdministrator.developerId, ...asked()[name], code: given })
    const [unknown, foreignAnswer] = [await answer('AAAAAAAAAAAAAAAA'), await answer(foreignCode)]
    expect(unknown.body).toMatchObject({ type: 'CODE_NOT_FOUND' })
    expect([foreignAnswer.status, foreignAnswer.body]).toEqual([unknown.status, unknown.body])
  })

  it.each(programs.filter(([, call]) => call.carriage === 'body'))(
    '%s refuses an unreadable body with a problem document',
    async (_name, call) => {
      for (const [type, body] of [
        ['application/json', '{"a":'],
        ['application/json', '[1]'],
        ['application/json', Buffer.from([0x7b, 0xff])],
        ['text/plain', 'a=1'],
        ['application/json', `{"a":"${'x'.repeat(call.bodyBytes ?? 256 * 1024)}"}`],
      ] as const) {
        const answer = await sendAs(call, { password: `Bearer ${program.apiPassword}`, type, body })
        expectProblem(answer)
        expect(answer.status).not.toBe(200)
      }
    },
  )

  it.each(programs)('%s never fails on junk, in any place of a valid payload or instead of it', async (name, call) => {
    const keys = Object.keys((call.payload._zod.def as { shape?: object }).shape ?? {})
    const junkPayload = fc.dictionary(
      fc.oneof(fc.constantFrom(...keys, '__proto__', 'zzz'), fc.string({ maxLength: 10 })),
      nasty,
      { maxKeys: keys.length + 2 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), nasty, junkPayload, fc.boolean(), async (pick, junk, instead, isWhole) => {
        const good = { developerId: superAdministrator.developerId, ...asked()[name] }
        const places = placesOf(good).filter((place) => place.length > 0)
        const broken = isWhole
          ? instead
          : (replaced(good, places[pick % places.length] ?? [], junk) as Record<string, unknown>) // an object
        expectProblem(
          call.method === 'GET'
            ? await sendAs(call, {
                password: `Bearer ${program.apiPassword}`,
                query: new URLSearchParams(
                  Object.entries(broken).map(([key, value]) => [
                    key,
                    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
                  ]),
                )
                  .toString()
                  .slice(0, 8_000),
              })
            : await json(call, broken),
        )
      }),
      junked(name, 12),
    )
  })
})

describe('every open call', () => {
  const open = OPEN_CALLS.map(({ path, call }) => [path.slice('/api/v1/'.length), call] as const)

  /** Sends a signed call. The answer has the shape of the console's, so that the same rules can be asked of it. */
  async function ask(path: string, call: Call, payload: object, by = api) {
    const response = await by.send(path, payload)
    const isFile = response.ok && call.streams === 'file'
    const data = isFile ? null : ((await response.json()) as { code?: number; type?: string }) // JSON otherwise
    if (!response.ok) expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const code = response.ok ? 0 : (data?.code ?? -1)
    return {
      status: response.status,
      code,
      name: response.ok ? 'success' : (errorName(code) ?? 'unknown'),
      body: { data },
    }
  }

  it('has a path of its own, and is refused without a signature', async () => {
    expect(new Set(open.map(([path]) => path)).size).toBe(open.length)
    for (const [path] of open) {
      expect(path).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z][A-Za-z]*$/)
      const response = await center.fetch(`/api/v1/${path}`, { method: 'POST', body: '{}' })
      expect([path, response.status]).toEqual([path, 401])
    }
  })

  it.each(open)(
    '%s does its work, needs its privilege, knows no ids of others, and never fails on junk',
    async (path, call) => {
      if (call.access.kind === 'privilege')
        expect(await ask(path, call, {}, weak)).toMatchObject({ status: 403, name: 'platform.noPermission' })
      // The tasks of people are not those of a key.
      const make = call.effect === 'write' && call.domain !== 'task' ? valid[call.name] : undefined
      if (make) expect(await ask(path, call, await make())).toMatchObject({ status: 200, name: 'success' })
      const keys = Object.keys((call.payload._zod.def as { shape?: object }).shape ?? {})
      if (keys.some((key) => /guid/i.test(key)))
        expectNothing(call, await ask(path, call, foreignPayload(call, foreign[call.name] ?? foreign[call.domain])))
      const payload = fc.dictionary(fc.constantFrom(...keys, '__proto__', 'limit', 'cursor', 'zzz'), nasty, {
        maxKeys: keys.length + 2,
      })
      await fc.assert(
        fc.asyncProperty(payload, async (given) => {
          const sent = JSON.parse(
            JSON.stringify(given, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
          ) as object // a dictionary
          const { status, name, body } = await ask(path, call, sent)
          expect(status).toBeLessThan(500)
          expect(name).not.toBe('unknown')
          if (name !== 'success') expect(JSON.stringify(body)).not.toMatch(/at .*\.ts:|node_modules|select |insert /)
        }),
        junked(path, 2),
      )
    },
  )
})

describe('addresses that are no calls', () => {
  it.each([
    '/nope.do',
    '/product',
    '/%',
    '/%E0%A4%A',
    '//',
    '/product/find.do/',
    '/PRODUCT/FIND.DO',
    '/openapi.json/x',
    '/..%2f..%2fetc/passwd',
  ])('%s is an invalid URL in an envelope', async (url) => {
    const response = await center.center.app.inject({ method: 'POST', url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: ERRORS['platform.invalidUrl'].code })
  })
})
