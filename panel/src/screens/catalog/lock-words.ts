/** Which reason a state has for locking fields; a draft locks none. */
export const lockWords = {
  draft: 'review',
  in_review: 'review',
  scheduled: 'scheduled',
  published: 'published',
  archived: 'archived',
} as const;
