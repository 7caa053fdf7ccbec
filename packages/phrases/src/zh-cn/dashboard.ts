export const dashboard = {
  title: '工作台',
  sentence: '产品与模板概况、近期操作和接下来要做的事。',
  products: {
    title: '产品',
    all: '全部产品',
    withModules: '定义了模块的产品',
    withDataArea: '配置了数据区的产品',
    open: '查看产品',
  },
  templates: { title: '许可模板' },
  steps: {
    title: '开始使用',
    progress: '已完成 {done} / {all}',
    done: '已完成',
    product: { title: '新建第一个产品', body: '为您的软件取得许可 ID，它会编译进受保护的程序。' },
    modules: { title: '定义模块', body: '把功能划分为模块，许可可以按模块授权。' },
    dataArea: { title: '配置数据区', body: '随许可下发只读、读写或公开数据，供程序读取。' },
    template: { title: '新建模板', body: '把期限、计费和设备数固定下来，签发许可时直接选用。' },
    choose: '选择产品',
  },
  operations: {
    title: '近期操作',
    empty: '还没有操作记录',
    emptySentence: '新建或修改产品、模板后，谁在何时做了什么都会显示在这里。',
    did: '{type}{target}',
    fields: '{count, plural, other {# 处修改}}',
  },
} as const
