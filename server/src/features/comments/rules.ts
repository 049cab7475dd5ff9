import type { Workflow } from '../../kit/workflow.ts';

/**
 * Viewers write comments under the episodes that they see, and report those of others. A moderator hides, restores or
 * deletes a comment, which settles what was reported of it, and may give its author a strike. While a user has three
 * strikes, what they write is hidden from the beginning.
 */

export const statuses = ['visible', 'hidden', 'deleted'] as const;
export type CommentStatus = (typeof statuses)[number];

export const commentMoves = {
  hide: { from: ['visible'], to: 'hidden', requires: 'moderation:write' },
  restore: { from: ['hidden', 'deleted'], to: 'visible', requires: 'moderation:write' },
  delete: { from: ['visible', 'hidden'], to: 'deleted', requires: 'moderation:write' },
} as const satisfies Workflow<CommentStatus>;
export type CommentMove = keyof typeof commentMoves;

export const reportStatuses = ['open', 'resolved'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportMoves = {
  resolve: { from: ['open'], to: 'resolved', requires: 'moderation:write' },
} as const satisfies Workflow<ReportStatus>;

export const outcomes = ['kept', 'hidden', 'deleted'] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a comment, as its reports remember it. */
export const outcomeOf = (status: CommentStatus): Outcome => (status === 'visible' ? 'kept' : status);

export const strikeTypes = ['comment', 'report'] as const;
export type StrikeType = (typeof strikeTypes)[number];

const strikesToSuspend = 3;
/** Whether what a user writes is hidden from the beginning. */
export const isSuspendedBy = (strikes: number): boolean => strikes >= strikesToSuspend;

export const preview = { usual: 10, most: 50 } as const;

export const longestBody = 1000;
export const longestReason = 200;

/** What is no text: control characters, and signs that turn the order around in which what follows is read. */
const unreadable = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text as it is kept: lines end alike, and nothing stands around it. Of many empty lines one is kept. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();

/** What is wrong with a text that someone wrote; undefined where nothing is. */
export function textFault(text: string): string | undefined {
  if (!seen.test(text)) return 'must not be blank';
  return unreadable.test(text)
    ? 'must not contain control characters or marks that change the reading order'
    : undefined;
}
