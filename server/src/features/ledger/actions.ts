import { notFound, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { insufficientBalance } from './errors.ts';
import type { Movement, Posted } from './rules.ts';
import { findEvent, postMany } from './sql.ts';

/**
 * Moves coins for one user, or refuses. Both sides go into the effects, so that a dry run and an approval show them.
 * The user's row is locked by this until the transaction ends.
 */
export async function move(ctx: Ctx, movement: Movement): Promise<Posted> {
  const [posted] = await postMany(ctx.tx, [movement], { wait: true });
  if (!posted || posted.outcome === 'busy') return refuse(unavailable);
  if (posted.outcome === 'unknown_user') return refuse(notFound);
  const balanceTotal = posted.paid + posted.bonus;
  if (posted.outcome === 'insufficient') return refuse(insufficientBalance, { balanceTotal });
  if (posted.outcome === 'posted' && posted.eventId) {
    const event = await findEvent(ctx.tx, posted.eventId);
    for (const { account, userId, amount } of event?.entries ?? []) {
      ctx.effects.ledger.push({ eventId: posted.eventId, userId, account, amount });
    }
  }
  return posted;
}
