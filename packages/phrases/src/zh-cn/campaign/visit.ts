/** The public page of a promotion link. */
export const visit = {
  left: '剩余 {left, number} 个名额',
} as const
