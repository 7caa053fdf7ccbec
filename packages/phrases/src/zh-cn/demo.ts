// The page that the first visitor sees while the demo is being loaded.
export const demo = {
  loading: '正在载入演示数据…',
  once: '这是新的授权中心，正在写入一年的演示数据，只需这一次。完成后自动打开。',
} as const
