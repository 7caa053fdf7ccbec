import { workbench } from './workbench.ts'

// Files of devices without a network: the workbench, the search by file, and the history of exchanges.
export const offline = {
  noun: '离线交换',
  privileges: {
    exchange: '交换离线文件',
    view: '查看离线文件和交换记录',
  },
  errors: {
    notFound: '没有这次交换',
    ended: '文件已过有效期，不能再下载',
    unreadable: '无法读取这个文件。请选择扩展名为 c2d 或 d2c 的文件，不要修改其内容',
    notOurs: '没有找到这个文件的任何记录',
  },
  titles: { list: '离线文件', workbench: '离线工作台', searchLicense: '查找许可' },
  fields: {
    files: '文件',
    name: '文件名',
    text: '内容',
    file: '文件',
    kind: '用途',
    licenseGuid: '许可',
    taskId: '任务',
    machineName: '设备',
    state: '状态',
    way: '途径',
    time: '时间',
    madeTime: '生成时间',
    validUntil: '有效期至',
    digest: '摘要',
  },
  kinds: { bind: '绑定', refresh: '更新许可', unbind: '解绑' },
  states: { ready: '可下载', ended: '已过期', removed: '已解绑' },
  ways: { console: '许可页面', workbench: '工作台', codePage: '授权码页面', runtime: '程序' },
  packages: { lease: '许可', data: '数据区', receipt: '解绑回执' },
  ...workbench,
} as const
