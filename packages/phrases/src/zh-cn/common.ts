import type { PrivilegePhrases } from '../shape.ts'

export const common = {
  thisField: '该项',
  productName: 'Sealwright 开发者中心',
  fields: {
    currentPage: '页码',
    pageSize: '每页条数',
    sort: '排序字段',
    order: '排序方向',
    startTime: '开始时间',
    endTime: '结束时间',
    targetKind: '对象类型',
    targetGuid: '对象编号',
  },
} as const

export const privileges = {
  developer: { update: '编辑开发者信息', view: '查看开发者信息' },
  product: { create: '新建产品', delete: '删除产品', update: '编辑产品', view: '查看产品' },
} as const satisfies PrivilegePhrases
