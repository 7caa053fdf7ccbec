// Durations of clock units. A day here is 24 hours; for calendar days, which clock changes make longer or shorter, see
// moment.ts.
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const DAY_SECONDS = 86_400
