// Programs that run: what staff see of them. What programs themselves are told is in runtime.ts.
import { runtimeScreens } from './runtime-screens.ts'
import { runtimeFixes } from './runtime.ts'
import { runtimeTold } from './runtime-told.ts'

export const runtime = {
  fields: {
    developerId: '开发者 ID', code: '授权码', token: '登录凭证', licenseId: '许可 ID', leaseId: '租约编号', lease: '租约', codePassword: '授权码密码', machine: '设备', fingerprint: '设备指纹', parts: '部件', kind: '部件种类', digest: '摘要', name: '名称', os: '系统', addresses: '地址', ip: 'IP', mac: 'MAC',
    version: '版本', revision: '修订号', process: '进程', processName: '进程', pid: '进程号', startedAt: '启动时间', osSession: '系统会话', timeoutSeconds: '超时秒数', session: '会话', amount: '次数', requestId: '请求编号', area: '数据区', content: '内容', account: '账号', password: '密码',
    keyword: '关键字', licenseGuid: '许可', isTaken: '占用中', reason: '原因', act: '操作', refused: '是否拒绝', kid: '密钥编号', machineParts: '计入绑定的部件', end: '结束方式', machineName: '设备', goodUntil: '有效至', signsUntil: '签名至', state: '状态',
  },
  fixes: runtimeFixes,
  ...runtimeScreens,
  ...runtimeTold,
} as const
