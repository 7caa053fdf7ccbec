import type { OperationTypePhrases } from '../shape.ts'

export const operationLog = {
  types: { add: '新建', update: '修改', delete: '删除' } satisfies OperationTypePhrases,
  history: {
    emptyTitle: '还没有操作记录',
    sealed: '已封存',
    sealedHelp: '此记录已进入防篡改链',
    noChange: '保存了，但内容没有变化',
    viewBegan: '开始以其身份查看',
    viewEnded: '结束以其身份查看',
    revealed: '查看了 API 密码',
    kinds: { product: '产品', template: '模板', user: '用户', customer: '客户', userLock: '用户锁' },
    given: '分配了 {count, number} 个{kind}：{names}',
    takenBack: '收回了 {count, number} 个{kind}：{names}',
    reassigned: '改变了分配的{kind}',
  },
} as const
