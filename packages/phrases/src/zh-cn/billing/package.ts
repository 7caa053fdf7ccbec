export const billingPackage = {
  sentence: '一次买下一批许可。模板的扣费方式选“套餐”并填上套餐类型，签发时从套餐中扣除，先到期的先用。',
  offers: {
    title: '可购买的套餐',
    none: '平台目前没有在售的套餐，上架后会显示在这里。',
    licenses: '{count, plural, other {# 个许可}}',
    updates: '{count, plural, =0 {不含更新次数} other {# 次更新}}',
    days: '{count, plural, other {# 天}}内有效',
    perLicense: '每个许可 {amount}',
    perLicenseAbout: '每个许可约 {amount}',
    buy: '购买',
    buyOf: '购买套餐“{type}”',
  },
  buy: {
    title: '购买套餐“{type}”',
    contents: '每个套餐',
    total: '合计',
    countHelp: '1 至 {max, number} 的整数',
    bought: '已购买 {count, plural, other {# 个套餐}}“{type}”',
  },
  owned: {
    title: '已有套餐',
    emptyTitle: '还没有套餐',
    emptySentence: '购买后，这里显示每个套餐还剩多少、何时到期。',
    left: '{left} / {total}',
    leftOf: '剩余 {left}，共 {total}',
    daysLeft: '{count, plural, =0 {今天到期} other {还有 # 天}}',
  },
} as const
