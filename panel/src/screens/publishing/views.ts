export const views = ['month', 'week'] as const;
export type View = (typeof views)[number];
