// The demo: two developers a newcomer can sign in as, with products and templates made through the same use cases the console calls, operation log included.
import { randomInt } from 'node:crypto'
import { DEFAULT_LOCALE, DEFAULT_TIME_FORMAT, DEFAULT_TIME_ZONE, LIMITS, pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import type { Call, PayloadOf, TemplateFamily } from '@sealwright/contract'
import { fromWire } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Center, Ground } from './compose.ts'
import { foundDeveloper } from './domains/developer/index.ts'
import { hashPassword } from './domains/identity/index.ts'
import { insertOperations } from './kernel/audit/record.ts'
import type { Caller, Scope } from './kernel/scope.ts'

export const DEMO_ACCOUNT = 'demo@sealwright.example'
export const TRIAL_ACCOUNT = 'trial@sealwright.example'

/** Readable at a glance and typed once: no letters that look alike. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}

const PRODUCTS: PayloadOf<typeof productCalls.create>[] = [
  {
    name: '星图设计套件', displayName: '星图', licenseForm: 3, licenseId: 100201, licenseVersion: 3, brief: '面向工业设计团队的三维建模与渲染软件。',
    modules: [
      { moduleId: 1, moduleName: '建模', checked: true }, { moduleId: 2, moduleName: '渲染', checked: true }, { moduleId: 3, moduleName: '动画', checked: true },
      { moduleId: 8, moduleName: '团队协作', checked: true }, { moduleId: 16, checked: true },
    ],
    rom: { source: 'items', items: [
      { key: 'edition', value: 'professional', name: '版本', group: '基本' }, { key: 'render.nodes', value: '8', name: '渲染节点', group: '渲染' },
      { key: 'service.token', value: 'c3RhcmNoYXJ0LWRlbW8=', name: '服务令牌', group: '服务', isBase64: true, isValueHidden: true },
    ] },
    pub: { source: 'text', text: '{"support":"support@starchart.example"}' },
  },
  {
    name: '禾木财务', displayName: '禾木财务', licenseForm: 1, licenseId: 100238, licenseVersion: 1, brief: '中小企业的在线记账与报税。',
    modules: [{ moduleId: 1, moduleName: '总账', checked: true }, { moduleId: 2, moduleName: '报税', checked: true }],
  },
  { name: '磐石加密中间件', displayName: '磐石', licenseForm: 2, licenseId: 100275, brief: '国密算法的加密与签名中间件。', raw: { source: 'text', text: 'counter=0' } },
  { name: '锐影渲染器', displayName: '锐影', licenseForm: 3, licenseId: 100312, modules: [{ moduleId: 1, moduleName: 'GPU', checked: true }] },
  { name: '数澜 BI', displayName: '数澜 BI', licenseForm: 1, licenseId: 100349, brief: '从数据库到仪表盘的自助分析。' },
]

const ofModules = (...ids: number[]) => ids.map((moduleId) => ({ moduleId, checked: true }))

const SMART_TEMPLATES: PayloadOf<typeof templateCalls.create>[] = [
  { name: '星图 移动端 永久', licenseId: 100201, isForever: true, useMode: 1, modules: ofModules(1, 2) },
  { name: '锐影 边缘节点 一年', licenseId: 100312, licStartTimeType: 1, licDuration: 365, useMode: 2, machineNum: 20, modules: ofModules(1), canModify: true },
  { name: '数澜 BI 展会试用', licenseId: 100349, deductMode: 3, hasSpanTime: true, spanTime: 30, useMode: 2, machineNum: 5 },
]

const PC_TEMPLATES: PayloadOf<typeof pcTemplateCalls.create>[] = [
  { kind: 'account', name: '星图 专业版 年度', licenseId: 100201, licenseForm: 2, billingMode: 'year', licStartTimeType: 1, licDuration: 365, offlineDays: 30, licBindLimit: 3, licBindMaxLimit: 6, offlineBind: true, modules: ofModules(1, 2, 3, 8), canModify: true, canModifyModule: true },
  { kind: 'account', name: '禾木财务 按天', licenseId: 100238, licenseForm: 1, billingMode: 'day', licStartTimeType: 1, licDuration: 30, counter: 10_000, kickOut: true, modules: ofModules(1, 2) },
  { kind: 'account', name: '星图 试用 30 天', licenseId: 100201, licenseForm: 2, deductMode: 3, licStartTimeType: 1, licDuration: 30, offlineDays: 7, modules: ofModules(1) },
  { kind: 'sn', name: '磐石 单机 永久', licenseId: 100275, billingMode: 'oneTime', isForever: true, useMode: 1, licBindMaxLimit: 3, forceAuthDays: 90 },
  { kind: 'sn', name: '星图 集团 50 席', licenseId: 100201, licenseKeyType: 2, billingMode: 'year', licStartTimeType: 1, licDuration: 365, concurrentType: 'machine', groupUsers: 50, lanBorrow: 7, offlineBind: true, c2dDays: 30, d2cDays: 30, lending: true, lendingDays: 14, lendingSeats: 10, modules: ofModules(1, 2, 3, 8, 16) },
  { kind: 'sn', name: '设计套装 按机器', licenseId: 100201, licenseKeyType: 3, licStartTimeType: 1, licDuration: 365, useMode: 2, machineNum: 500, modules: ofModules(1, 2), otherProducts: [{ licenseId: 100312, modules: ofModules(1) }] },
  { kind: 'dongle', name: '星图 硬件锁 永久', licenseId: 100201, isForever: true, concurrentType: 'process', concurrentNum: 5, modules: ofModules(1, 2, 3) },
  { kind: 'dongle', name: '磐石 硬件锁 续一年', licenseId: 100275, opType: 1, forceWrite: true, endTimeOp: 2, endTimeDays: 365 },
]

/** Loads the demo into an empty database; both accounts get this password. */
export async function loadDemo(ground: Ground, center: Center, password: string): Promise<void> {
  const demo = await foundDeveloper(ground, { name: '示例软件', status: 'formal', account: DEMO_ACCOUNT, passwordHash: await hashPassword(password), userName: '林小满' })
  await foundDeveloper(ground, { name: '试用工作室', status: 'trial', account: TRIAL_ACCOUNT, passwordHash: await hashPassword(password), userName: '周试' })
  if (!demo) return
  const demoId = demo.developerId
  await ground.database.owner.query("insert into platform_setting (key, value) values ('demo', 'on') on conflict do nothing")
  const caller: Caller = {
    sessionId: '', state: 'active', owes: null, deviceId: null, accountId: demo.accountId, email: DEMO_ACCOUNT, mobile: null, userName: '林小满', displayName: '林小满', locale: DEFAULT_LOCALE, timeFormat: DEFAULT_TIME_FORMAT, pageSize: LIMITS.page.tableSizes[0], timeZone: DEFAULT_TIME_ZONE,
    developer: { id: demo.developerId, name: '示例软件', displayName: '示例软件', status: 'formal', devType: 0, serviceStatus: 'normal', timeZone: DEFAULT_TIME_ZONE },
    isSuper: true, privileges: new Set(), limited: new Set(), integratorGuid: null, quotas: { cloud: null, soft: null }, viewer: null, confirmedAt: null, fingerprint: null, owedNotice: null,
  }
  // A millisecond apart, so that each list has one order.
  let before = PRODUCTS.length + SMART_TEMPLATES.length + PC_TEMPLATES.length
  async function make<C extends Call>(call: C, wire: PayloadOf<C>, run: (scope: Scope, payload: z.output<C['payload']>) => Promise<unknown>): Promise<void> {
    const now = new Date(ground.clock.now().getTime() - before--)
    const payload = z.decode(call.payload, fromWire(call.payload, wire)) as z.output<C['payload']> // the demo is valid, or loading it fails
    await ground.database.inTenant(demoId, 'write', async (db) =>
      run(
        {
          db, developerId: demoId, caller, ids: ground.ids, say: ground.languages.zh,
          asking: { requestId: 'demo', network: '127.0.0.1', fingerprint: undefined, userAgent: undefined, origin: undefined, now, log: ground.log },
          record: (...operations) => insertOperations(db, { developerId: demoId, actorId: caller.accountId, actorName: caller.displayName, call: 'demo', requestId: 'demo', network: null, fingerprint: null, now }, operations),
        },
        payload,
      ),
    )
  }
  for (const wire of PRODUCTS) await make(productCalls.create, wire, center.product.create)
  for (const wire of SMART_TEMPLATES) await make(templateCalls.create, wire, (scope, payload) => center.template.create(scope, 'smart', payload))
  for (const wire of PC_TEMPLATES) await make(pcTemplateCalls.create, wire, (scope, payload) => center.template.create(scope, payload.kind satisfies TemplateFamily, payload))
}
