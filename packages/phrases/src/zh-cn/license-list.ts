export const licenseList = {
  titles: { view: { smart: '智能许可详情', account: '账号许可详情', sn: '授权码详情' } },
  back: '返回列表',
} as const
