import type { OperationTargetPhrases, OperationTypePhrases } from '../shape.ts'

export const operationLog = {
  types: { add: '新建', update: '修改', delete: '删除' } satisfies OperationTypePhrases,
  targets: { account: '账号', developer: '开发者', product: '产品', smartTemplate: '智能模板', accountTemplate: '账号模板', snTemplate: '授权码模板', dongleTemplate: '硬件锁模板' } satisfies OperationTargetPhrases,
  history: {
    emptyTitle: '还没有操作记录',
    sealed: '已封存',
    sealedHelp: '此记录已进入防篡改链',
    noChange: '保存了，但内容没有变化',
  },
} as const
