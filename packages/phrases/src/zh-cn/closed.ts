// What cannot be done while something is owed, for every sentence that tells it: pages, refusals and messages say the
// same.
export const CLOSED = {
  overdue: '签发、更新、发布许可和编辑活动',
  unpaid: '签发、更新、发布许可，编辑活动，以及新建和修改模板',
} as const
