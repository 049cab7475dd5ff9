import { notFound, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { insufficientBalance } from './errors.ts';
import { type Movement, type MovementResult, sidesOf } from './rules.ts';
import { ledgerEffects } from './schema.ts';
import { findEvent, postMany } from './sql.ts';

/**
 * Moves coins for one user, or refuses. Both sides go into the effects, so that a dry run and an approval show them.
 * The user's row is locked by this until the transaction ends. Whoever calls looks at the outcome: what was `replayed`
 * was recorded when it was posted.
 */
export async function move(ctx: Pick<Ctx, 'tx' | 'effects'>, movement: Movement): Promise<MovementResult> {
  const [posted] = await postMany(ctx.tx, [movement], { wait: true });
  if (!posted || posted.outcome === 'busy') return refuse(unavailable);
  const { outcome, eventId, paid, bonus } = posted;
  if (outcome === 'unknown_user') return refuse(notFound);
  if (outcome === 'insufficient') return refuse(insufficientBalance, { balanceTotal: paid + bonus });
  // Two causes with one key are a fault of ours, and must not pass for a movement that was made.
  if (outcome === 'conflict') throw new Error(`${movement.key} stands for another movement, event ${eventId}`);
  if (outcome === 'posted' && eventId) {
    const sides = 'spend' in movement ? ((await findEvent(ctx.tx, eventId))?.entries ?? []) : sidesOf(movement);
    for (const { account, amount } of sides) {
      ctx.effects.add(ledgerEffects, { eventId, userId: movement.userId, account, amount });
    }
  }
  return { outcome, eventId, paid, bonus };
}
