export const hourMs = 3_600_000;
/** A day in UTC, where none is longer than another. */
export const dayMs = 24 * hourMs;

/** The next midnight in UTC. */
export const midnightAfter = (now: Date): number => (Math.floor(now.getTime() / dayMs) + 1) * dayMs;

export interface TimeSpan {
  readonly from: Date;
  /** Not in it any more. */
  readonly before: Date;
}

/** What something came to in one hour. */
export interface HourFigure {
  subject: string;
  hour: Date;
  amount: number;
}
