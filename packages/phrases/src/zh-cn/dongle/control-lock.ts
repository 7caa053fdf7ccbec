export const controlLock = {
  noun: '控制锁',
  privileges: { reveal: '查看控制锁的初始 PIN', view: '查看控制锁' },
  errors: { notFound: '没有这个控制锁', noPin: '这个控制锁没有登记初始 PIN' },
  titles: { list: '控制锁' },
} as const
