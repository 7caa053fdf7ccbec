import type { OperationTargetPhrases, OperationTypePhrases } from '../shape.ts'

export const operationLog = {
  types: { add: '新建', update: '修改', delete: '删除' } satisfies OperationTypePhrases,
  targets: { account: '账号', admin: '管理员', billing: '费用设置', customer: '客户', developer: '开发者', integrator: '集成商', package: '套餐', product: '产品', role: '角色', tag: '标签', topUp: '充值', user: '用户', smartTemplate: '智能模板', accountTemplate: '账号模板', snTemplate: '授权码模板', dongleTemplate: '硬件锁模板', seat: '席位', signingKey: '签名密钥', deviceSetting: '设备绑定设置', smartLicense: '智能许可', accountLicense: '账号许可', snLicense: '授权码' } satisfies OperationTargetPhrases,
  history: {
    emptyTitle: '还没有操作记录',
    sealed: '已封存',
    sealedHelp: '此记录已进入防篡改链',
    noChange: '保存了，但内容没有变化',
    viewBegan: '开始以其身份查看',
    viewEnded: '结束以其身份查看',
    revealed: '查看了 API 密码',
    kinds: { product: '产品', template: '模板', user: '用户', customer: '客户' },
    given: '分配了 {count, number} 个{kind}：{names}',
    takenBack: '收回了 {count, number} 个{kind}：{names}',
    reassigned: '改变了分配的{kind}',
  },
} as const
