// A ref that brings what it is given to into sight, and moves nothing where that is in sight already.
export function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
