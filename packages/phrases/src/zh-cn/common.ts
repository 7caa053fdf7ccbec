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
    // What a product defines and a template grants.
    modules: '模块',
    moduleId: '模块 ID',
    checked: '勾选',
    rom: '只读数据区（ROM）',
    raw: '读写数据区（RWM）',
    pub: '公开数据区（PUB）',
    source: '内容来源',
    text: '文本内容',
    fileName: '文件名',
    base64: '文件内容',
    items: '键值项',
    itemsName: '键值项名称',
    key: '键',
    value: '值',
    group: '分组',
    isBase64: '值为 Base64',
    useBase64: '以 Base64 下发',
    isValueHidden: '隐藏值',
  },
} as const

export const privileges = {
  accountTemplate: { create: '新建账号模板', delete: '删除账号模板', update: '编辑账号模板', view: '查看账号模板' },
  developer: { update: '编辑开发者信息', view: '查看开发者信息' },
  dongleTemplate: { create: '新建硬件锁模板', delete: '删除硬件锁模板', update: '编辑硬件锁模板', view: '查看硬件锁模板' },
  product: { create: '新建产品', delete: '删除产品', update: '编辑产品', view: '查看产品' },
  smartTemplate: { create: '新建智能模板', delete: '删除智能模板', update: '编辑智能模板', view: '查看智能模板' },
  snTemplate: { create: '新建授权码模板', delete: '删除授权码模板', update: '编辑授权码模板', view: '查看授权码模板' },
} as const satisfies PrivilegePhrases
