// Types that rules and queries of statistics share.

/** Both are included. */
export interface Days {
  first: string
  last: string
}
