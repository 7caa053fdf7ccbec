export const identity = {
  fields: { account: '手机号或邮箱', password: '密码', locale: '语言', timeFormat: '时间格式', pageSize: '每页条数' },
  costs: {
    perDay: '按天',
    perDayDescription: '每个许可每天 {yuan} 元',
    perYear: '按年',
    perYearDescription: '每个许可每年 {yuan} 元',
    oneTime: '一次性',
    oneTimeDescription: '每个许可一次性 {yuan} 元，可签发永久许可',
  },
  concurrentTypes: { process: '按进程', winUserSession: '按 Windows 用户会话', machine: '按计算机' },
} as const
