import { isDeepStrictEqual } from 'node:util';
import { replaceIds } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

export type { Permission } from '../access/public.ts';

/**
 * Some actions require a second person: an admin requests, and another one with the permission decides within seven
 * days. Approval executes the action once, in the same transaction. If the action fails, the approval stays pending.
 */

export const statuses = ['pending', 'approved', 'rejected', 'cancelled', 'expired'] as const;
export type Status = (typeof statuses)[number];

export const approvalMoves = {
  approve: { from: ['pending'], to: 'approved', requires: 'decide' },
  reject: { from: ['pending'], to: 'rejected', requires: 'decide' },
  cancel: { from: ['pending'], to: 'cancelled', requires: 'withdraw' },
} as const satisfies Workflow<Status>;

export const lifetimeMs = 7 * dayMs;

/** How long two admins are related after one gave the other access, unless a cooldown is configured. */
const relatedForMs = dayMs;

/** A configured cooldown replaces the day. */
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

/** Older grants do not relate anyone in a decision at that time. */
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
 * Whether the decider and the requester may be the same person: one gave the other access recently or after the
 * request, or a third admin gave access to both recently.
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

export const relationFlags = ({ bound, related }: Relation) => ({
  ...(bound && { decider_bound_to_requester: true }),
  ...(related && { decider_related_to_requester: true }),
});

/** Effects by list, stored or current. */
export type EffectLists = Record<string, unknown[]>;

/** Balances change independently of the action. */
const isBalance = (name: string): boolean => /^balance(?:[A-Z_]|$)/.test(name);

/** The audit list has the actions too, and requests from before changes had them lack them here. */
const withoutAction = (change: unknown): unknown =>
  change !== null && typeof change === 'object' ? { ...change, action: undefined } : change;

/** Effects without balances and without the ids that each preview generates, as JSON values. */
function comparable({ changes = [], ...effects }: EffectLists, targetId: string): unknown {
  const compared = { ...effects, changes: changes.map(withoutAction) };
  const text = JSON.stringify(compared, (name: string, value: unknown) => (isBalance(name) ? undefined : value));
  return JSON.parse(replaceIds(text, (id) => (id === targetId ? 'target' : 'other')));
}

/** Whether the effects differ from those at the request. */
export function hasDrifted(then: EffectLists, now: EffectLists, targetId: string): boolean {
  return !isDeepStrictEqual(comparable(then, targetId), comparable(now, targetId));
}
