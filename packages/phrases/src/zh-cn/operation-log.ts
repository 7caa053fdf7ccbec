import type { OperationTargetPhrases, OperationTypePhrases } from '../shape.ts'

export const operationLog = {
  types: { add: '新建', update: '修改', delete: '删除' } satisfies OperationTypePhrases,
  targets: { product: '产品' } satisfies OperationTargetPhrases,
} as const
