/** The public page of a promotion link. */
export const visit = {
  left: '{left, plural, one {# place} other {# places}} left',
} as const
