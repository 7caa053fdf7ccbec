// The demo: two developers a newcomer can sign in as, with products made through the same use case the console calls, operation log included.
import { randomInt } from 'node:crypto'
import { DEFAULT_LOCALE, DEFAULT_TIME_FORMAT, DEFAULT_TIME_ZONE, LIMITS, productCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { fromWire } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Center, Ground } from './compose.ts'
import { foundDeveloper } from './domains/developer/index.ts'
import { hashPassword } from './domains/identity/index.ts'
import { insertOperation } from './kernel/audit/record.ts'
import type { Caller } from './kernel/scope.ts'

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

/** Loads the demo into an empty database; both accounts get this password. */
export async function loadDemo(ground: Ground, center: Center, password: string): Promise<void> {
  const demo = await foundDeveloper(ground, { name: '示例软件', status: 'formal', account: DEMO_ACCOUNT, passwordHash: await hashPassword(password), userName: '林小满' })
  await foundDeveloper(ground, { name: '试用工作室', status: 'trial', account: TRIAL_ACCOUNT, passwordHash: await hashPassword(password), userName: '周试' })
  if (!demo) return
  await ground.database.owner.query("insert into platform_setting (key, value) values ('demo', 'on') on conflict do nothing")
  const caller: Caller = {
    sessionId: '', state: 'active', owes: null, deviceId: null, accountId: demo.accountId, email: DEMO_ACCOUNT, mobile: null, userName: '林小满', displayName: '林小满', locale: DEFAULT_LOCALE, timeFormat: DEFAULT_TIME_FORMAT, pageSize: LIMITS.page.tableSizes[0], timeZone: DEFAULT_TIME_ZONE,
    developer: { id: demo.developerId, name: '示例软件', displayName: '示例软件', status: 'formal', devType: 0, serviceStatus: 'normal', timeZone: DEFAULT_TIME_ZONE },
    isSuper: true, privileges: new Set(), confirmedAt: null, fingerprint: null, owedNotice: null,
  }
  for (const [index, wire] of PRODUCTS.entries()) {
    // A millisecond apart, so that the list has one order.
    const now = new Date(ground.clock.now().getTime() - (PRODUCTS.length - index))
    const payload = z.decode(productCalls.create.payload, fromWire(productCalls.create.payload, wire) as never) // the demo is valid, or loading it fails
    await ground.database.inTenant(demo.developerId, 'write', async (db) =>
      center.product.create(
        {
          db, developerId: demo.developerId, caller, ids: ground.ids, say: ground.languages.zh,
          asking: { requestId: 'demo', network: '127.0.0.1', fingerprint: undefined, userAgent: undefined, origin: undefined, now, log: ground.log },
          record: (operation) => insertOperation(db, { developerId: demo.developerId, actorId: demo.accountId, actorName: caller.displayName, call: 'demo', requestId: 'demo', network: null, fingerprint: null, now }, operation),
        },
        payload,
      ),
    )
  }
}
