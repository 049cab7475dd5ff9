/** What the page shows: prices over time, or a table of one series. */
export const views = ['time', 'table'] as const;
export type View = (typeof views)[number];
