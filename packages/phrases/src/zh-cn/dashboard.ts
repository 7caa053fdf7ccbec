export const dashboard = {
  title: '工作台',
} as const
