// What stands around a page of the guide under /docs. The pages themselves are in docs/guide.
export const guide = {
  title: '使用指南',
  skip: '跳到正文',
  contents: '目录',
  console: '打开控制台',
  api: 'API 参考',
  onlyEnglish: '这一页只有英文。',
  missing: { title: '指南中没有这一页', body: '链接可能不完整，或这一页已被移走。' },
  toGuide: '返回指南首页',
} as const
