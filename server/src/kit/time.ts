export const hourMs = 3_600_000;
/** A day in UTC, where none is longer than another. */
export const dayMs = 24 * hourMs;

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
