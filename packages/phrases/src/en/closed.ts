export const CLOSED = {
  overdue: 'issuing, updating and publishing licenses and editing campaigns',
  unpaid: 'issuing, updating and publishing licenses, editing campaigns, and creating and editing templates',
} as const
