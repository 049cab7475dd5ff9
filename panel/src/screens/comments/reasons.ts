import type { CommentDetail } from './queries.ts';

/** What comments are taken away for, and reported for; anything else is someone's own words. */
export const reasons = ['spam', 'abuse', 'hate', 'sexual', 'spoiler', 'other'] as const;
export type Reason = (typeof reasons)[number];

/** What most of those say who reported it. */
export function reasonOf({ reports }: Pick<CommentDetail, 'reports'>): Reason {
  const counted = reasons.map((reason) => ({
    reason,
    count: reports.filter((report) => report.reason === reason).length,
  }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return most && most.count > 0 ? most.reason : 'spam';
}
