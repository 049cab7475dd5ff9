import { type Change, change } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { finalEffects } from '../../app/review/effects-view.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import type { LedgerRow } from './flow.tsx';

/** What an adjustment is made of while it is being written. */
export interface Draft {
  readonly direction: 'grant' | 'deduct';
  readonly amount: number | null;
  readonly tag: Tag;
  readonly words: string;
  readonly note: string;
}

const isTag = (value: unknown): value is Tag => value === 'other' || (typeof value === 'string' && value in prefixes);

export const isDraft = (value: unknown): value is Draft => {
  const { direction, amount, tag, words, note } = fieldsOf(value);
  const isTyped = typeof words === 'string' && typeof note === 'string';
  return (
    (direction === 'grant' || direction === 'deduct') &&
    (amount === null || typeof amount === 'number') &&
    isTag(tag) &&
    isTyped
  );
};

/** The tags that finance counts by. One that ends in an underscore goes on in the operator's own words. */
const prefixes = {
  apology: 'apology_',
  promo: 'promo_',
  refund: 'refund_',
  test: 'test_',
  fraud: 'fraud_recoup',
} as const;
export type Tag = keyof typeof prefixes | 'other';

/** Coins that are taken away are no apology, and those that are given recoup no fraud. */
export const tagsFor: Readonly<Record<Draft['direction'], readonly Tag[]>> = {
  grant: ['apology', 'promo', 'refund', 'test', 'other'],
  deduct: ['fraud', 'refund', 'test', 'other'],
};

export const limits = { most: 1_000_000, reasonMax: 200, reasonMin: 3 } as const;

export const takesWords = (tag: Tag): boolean => tag !== 'fraud';
export const tagText = (tag: Tag): string => (tag === 'other' ? '' : prefixes[tag]);

/** The reason as the ledger keeps it: the tag, and what was typed as it was typed. */
export const reasonOf = ({ tag, words }: Draft): string => `${tagText(tag)}${takesWords(tag) ? words.trim() : ''}`;

export const isWhole = (amount: number | null): amount is number =>
  amount !== null && Number.isInteger(amount) && amount >= 1 && amount <= limits.most;

export function hasReason(draft: Draft): boolean {
  const reason = reasonOf(draft);
  const needsWords = takesWords(draft.tag) && draft.words.trim() === '';
  return !needsWords && reason.length >= limits.reasonMin && reason.length <= limits.reasonMax;
}

/** Whether two drafts move the same coins: neither the note nor the description changes what they do. */
export const isSameMove = (one: Draft, other: Draft): boolean =>
  one.direction === other.direction && one.amount === other.amount && one.tag === other.tag;

export function changeOf(id: string, amount: number, draft: Draft, reason: string): Change {
  const { direction } = draft;
  const note = draft.note.trim();
  const body = { amount, direction, reason, ...(note && { note }) };
  return change('POST', '/v1/admin/users/{id}/wallet/adjust', { path: { id }, body });
}

export interface AdjustPreview {
  readonly rows: readonly LedgerRow[];
  readonly before: number | null;
  readonly after: number | null;
  readonly needsApproval: boolean;
}

const numberIn = (value: unknown, field: string): number | null => {
  const found = fieldsOf(value)[field];
  return typeof found === 'number' ? found : null;
};

/** What a dry run says will happen: at once, or when a second person has said yes. */
export function adjustPreviewOf(effects: Schema<'Effects'>): AdjustPreview {
  const { ledger, changes } = finalEffects(effects);
  const change = changes.find(({ type }) => type === 'user');
  return {
    rows: ledger.map(({ account, amount }) => ({ account, amount })),
    before: numberIn(change?.before, 'balanceTotal'),
    after: numberIn(change?.after, 'balanceTotal'),
    needsApproval: effects.approvals.length > 0,
  };
}
