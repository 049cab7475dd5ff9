import { isDeepStrictEqual } from 'node:util';
import type { Effects } from '../../kit/http/endpoint.ts';
import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

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

/** What effects say apart from the ids that every rehearsal makes anew, as it looks after a stay in the database. */
function comparable(effects: Effects, targetId: string): unknown {
  const ledger = effects.ledger.map(({ eventId: _eventId, ...row }) => row);
  const changes = effects.changes.map(({ id, ...change }) => ({ ...change, isTarget: id === targetId }));
  const text = JSON.stringify({ ledger, changes });
  return JSON.parse(effects.ledger.reduce((rest, { eventId }) => rest.replaceAll(eventId, 'new'), text));
}

/** Whether the act would do something else now than when it was asked for. */
export function hasDrifted(then: Effects, now: Effects | null, targetId: string): boolean {
  return now === null || !isDeepStrictEqual(comparable(then, targetId), comparable(now, targetId));
}
