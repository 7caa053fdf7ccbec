/** The polling interval of the runtime pages. */
export const LOOK_MS = 5_000
