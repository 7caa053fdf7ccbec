// One license: its page, its update, its machines and history, and updates of several codes at once.
export const licenseDetail = {
  rules: {
    title: '检查结果',
    outcomes: { pass: '通过', fail: '未通过', unasked: '未检查' },
  },
} as const
