export const hourMs = 3_600_000;
/** A day in UTC, where none is longer than another. */
export const dayMs = 24 * hourMs;
