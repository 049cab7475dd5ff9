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

/** How long two admins count as related after one gave the other access, unless the installation sets a cooldown. */
const relatedForMs = dayMs;

/** The cooldown, where one is set, takes the place of the day. */
const windowMs = (cooldownHours: number): number => (cooldownHours > 0 ? cooldownHours * hourMs : relatedForMs);

export interface AccessGrant {
  readonly adminId: string;
  readonly grantedBy: string;
  readonly at: Date;
}

export interface ApprovalRequest {
  readonly requestedBy: { readonly id: string };
  readonly createdAt: Date;
}

/** Access that was given before this moment relates nobody in a decision that is made now. */
export const oldestAccessChange = (now: Date, cooldownHours: number): Date =>
  new Date(now.getTime() - lifetimeMs - windowMs(cooldownHours));

export interface Relation {
  /** The requester gave the decider access. */
  readonly bound: boolean;
  /** The decider gave the requester access, or one admin gave it to both. */
  readonly related: boolean;
}

export const isRelatedToRequester = ({ bound, related }: Relation): boolean => bound || related;

/**
 * How the decider and the requester came to their access. Where one gave it to the other recently or after the request,
 * or a third admin gave it to both recently, the two accounts may be one person.
 */
export function relationOf(
  accessGrants: readonly AccessGrant[],
  deciderId: string,
  { requestedBy: { id: requesterId }, createdAt }: ApprovalRequest,
  now: Date,
  cooldownHours: number,
): Relation {
  if (deciderId === requesterId) return { bound: false, related: false };
  const recent = new Date(now.getTime() - windowMs(cooldownHours));
  const recentOrSinceRequest = createdAt < recent ? createdAt : recent;
  const giversOf = (adminId: string, since: Date): string[] =>
    accessGrants.filter((giver) => giver.adminId === adminId && giver.at >= since).map(({ grantedBy }) => grantedBy);
  const giversOfRequester = giversOf(requesterId, recent);
  return {
    bound: giversOf(deciderId, recentOrSinceRequest).includes(requesterId),
    related:
      giversOf(requesterId, recentOrSinceRequest).includes(deciderId) ||
      giversOf(deciderId, recent).some((id) => giversOfRequester.includes(id)),
  };
}

/** What the audit log says of a decision. */
export const relationFlags = ({ bound, related }: Relation) => ({
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
