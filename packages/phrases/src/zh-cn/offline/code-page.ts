// The public page of a license code.
export const codePageErrors = {
  notFound: '没有找到这个授权码，请检查后重新输入',
  passwordNeeded: '这个授权码有密码，请输入密码',
  passwordWrong: '授权码密码不正确',
  tooManyTries: '尝试次数过多，请在 {seconds, number} 秒后重试',
  visitOver: '停留时间过长，请重新输入授权码',
  unbindOff: '软件厂商没有开放自助解绑，请联系厂商',
  linkOver: '链接已失效或已使用，请重新获取',
  sessionOver: '登录已失效，请重新获取链接',
} as const

export const codePage = {
  fields: {
    code: '授权码',
    password: '密码',
    visit: '访问凭证',
    name: '文件名',
    text: '文件内容',
    machineGuid: '设备',
    email: '邮箱',
    link: '链接',
    session: '登录凭证',
    requestId: '请求编号',
    person: '借阅人',
    days: '天数',
    note: '备注',
    guid: '借阅码',
    reason: '原因',
  },
} as const
