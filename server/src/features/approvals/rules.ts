import { isDeepStrictEqual } from 'node:util';
import { replaceIds } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

export type { Permission } from '../access/public.ts';

/**
 * Some acts take two people: one asks, another who holds the permission decides within seven days. Approving does the
 * act in the same transaction, once. If the act is refused by then, the approval stays as it was.
 */

export const statuses = ['pending', 'approved', 'rejected', 'cancelled', 'expired'] as const;
export type Status = (typeof statuses)[number];

export const approvalMoves = {
  approve: { from: ['pending'], to: 'approved', may: 'decide' },
  reject: { from: ['pending'], to: 'rejected', may: 'decide' },
  cancel: { from: ['pending'], to: 'cancelled', may: 'withdraw' },
} as const satisfies Workflow<Status>;

export const lifetimeMs = 7 * dayMs;

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
