export const states = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;
export const sorts = ['created_at', 'updated_at', 'published_at', 'title'] as const;

export const seriesTabs = ['details', 'episodes', 'history'] as const;
export type SeriesTab = (typeof seriesTabs)[number];
