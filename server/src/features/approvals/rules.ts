import { isDeepStrictEqual } from 'node:util';
import { replaceIds } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

export type { Permission } from '../access/public.ts';

/**
 * Some acts take two people: one asks, another who holds the permission decides within seven days. Approving does the
 * act in the same transaction, once. If the act is refused by then, the approval stays as it was.
 */

export const statuses = ['pending', 'approved', 'rejected', 'cancelled', 'expired'] as const;
export type Status = (typeof statuses)[number];

export const approvalMoves = {
  approve: { from: ['pending'], to: 'approved', requires: 'decide' },
  reject: { from: ['pending'], to: 'rejected', requires: 'decide' },
  cancel: { from: ['pending'], to: 'cancelled', requires: 'withdraw' },
} as const satisfies Workflow<Status>;

export const lifetimeMs = 7 * dayMs;

/** How long an admin who was made, promoted or reset by another counts as bound to them. */
const boundForMs = dayMs;

export interface AccessGiver {
  readonly adminId: string;
  /** Who gave that admin its access. */
  readonly id: string;
  readonly at: Date;
}

export interface ApprovalRequest {
  readonly requestedBy: { readonly id: string };
  readonly createdAt: Date;
}

/** Nothing earlier than this binds anyone in a decision that is made now. */
export const oldestAccessChange = (now: Date, cooldownHours: number): Date =>
  new Date(now.getTime() - lifetimeMs - boundForMs - cooldownHours * hourMs);

/**
 * Whether the decider got their access from the requester after the request or a short while ago: two accounts may then
 * be one person. An installation that sets a cooldown refuses such an approval until it is over. That it was the other way
 * round, or that both got it from a third, is only written down: in a new installation it is so with everyone.
 */
export function boundToRequester(
  accessGivers: readonly AccessGiver[],
  deciderId: string,
  { requestedBy: { id: requesterId }, createdAt }: ApprovalRequest,
  now: Date,
  cooldown: number,
) {
  const since = (ms: number): Date => new Date(Math.min(createdAt.getTime(), now.getTime() - ms));
  const giversOf = (adminId: string, ms: number): string[] =>
    accessGivers.filter((giver) => giver.adminId === adminId && giver.at >= since(ms)).map(({ id }) => id);
  const isOther = deciderId !== requesterId;
  const cooldownMs = cooldown * hourMs;
  const ofRequester = giversOf(requesterId, boundForMs);
  return {
    bound: isOther && giversOf(deciderId, Math.max(boundForMs, cooldownMs)).includes(requesterId),
    refused: isOther && cooldown > 0 && giversOf(deciderId, cooldownMs).includes(requesterId),
    related: isOther && [deciderId, ...giversOf(deciderId, boundForMs)].some((id) => ofRequester.includes(id)),
  };
}

/** What the audit log says of a decision. */
export const relationFlags = ({ bound, related }: Pick<ReturnType<typeof boundToRequester>, 'bound' | 'related'>) => ({
  ...(bound && { decider_bound_to_requester: true }),
  ...(related && { decider_related_to_requester: true }),
});

/** Lists of what an act does, as they were kept or as they are now. */
export type EffectLists = Record<string, unknown[]>;

/** What someone holds moves by itself, and says nothing of what would be done. */
const isBalance = (name: string): boolean => /^balance(?:[A-Z_]|$)/.test(name);

/**
 * What effects say apart from balances and from the ids that every preview makes anew, as it looks after a stay in the
 * database.
 */
function comparable(effects: EffectLists, targetId: string): unknown {
  const text = JSON.stringify(effects, (name: string, value: unknown) => (isBalance(name) ? undefined : value));
  return JSON.parse(replaceIds(text, (id) => (id === targetId ? 'target' : 'other')));
}

/** Whether the act would do something else now than when it was asked for. */
export function hasDrifted(then: EffectLists, now: EffectLists, targetId: string): boolean {
  return !isDeepStrictEqual(comparable(then, targetId), comparable(now, targetId));
}
