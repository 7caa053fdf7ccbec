export const developer = {
  fields: {
    displayName: '显示名称', website: '官网', brief: '简介', introduction: '介绍', logo: '标志', contacts: '联系人', revision: '版本',
    contactsName: '联系人姓名', contactsTitle: '职务', contactsPhone: '电话', contactsEmail: '邮箱', name: '姓名', title: '职务', phone: '电话', email: '邮箱',
    pin: '托管锁 PIN 码', confirmPin: '确认 PIN 码', apiPassword: 'API 密码', status: '状态', application: '转正申请', reason: '原因',
    companyName: '公司名称', contactName: '联系人', contactPhone: '联系电话', contactEmail: '联系邮箱', statement: '业务说明', acceptDeletion: '删除试用许可',
  },
  states: { pending: '审核中', rejected: '未通过', approved: '已通过' },
  statuses: { trial: '试用', formal: '正式' },
  log: { revealed: '已查看', pinSet: '已设置', pinChanged: '已更换', platform: '平台' },
} as const
