/** How often what is on the page is looked at again. */
export const LOOK_MS = 5_000
