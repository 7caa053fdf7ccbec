/** Participants and the report of a campaign. */
export const report = {
  views: '浏览',
  registrations: '注册',
  participations: '参与',
  firstUses: '首次使用',
  methods: { link: '链接', qr: '二维码', mail: '邮件' },
} as const
