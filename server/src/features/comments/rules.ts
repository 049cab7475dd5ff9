import type { Workflow } from '../../kit/workflow.ts';

/**
 * Viewers comment on episodes that they see, and report comments of others. A moderator hides, restores or deletes a
 * comment, which resolves its reports and can give the author a strike. While a user has three active strikes, their
 * new comments are hidden.
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

/** Stored with the reports of a comment. */
export const outcomeOf = (status: CommentStatus): Outcome => (status === 'visible' ? 'kept' : status);

export const strikeTypes = ['comment', 'report'] as const;
export type StrikeType = (typeof strikeTypes)[number];

const strikesToSuspend = 3;
/** Whether new comments of a user are hidden. */
export const isSuspendedBy = (strikes: number): boolean => strikes >= strikesToSuspend;

export const preview = { usual: 10, most: 50 } as const;

export const longestBody = 1000;
export const longestReason = 200;

/** Control characters, and marks that change the reading order. */
const unreadable = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Normalizes line ends, trims, and reduces consecutive empty lines to one. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();

/** Why a text is refused; undefined if it is valid. */
export function textFault(text: string): string | undefined {
  if (!seen.test(text)) return 'must not be blank';
  return unreadable.test(text)
    ? 'must not contain control characters or marks that change the reading order'
    : undefined;
}
