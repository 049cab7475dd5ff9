import { notFound, refuse, unavailable } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { insufficientBalance } from './errors.ts';
import { type Movement, type MovementResult, type Operation, type PostedMovement, sidesOf } from './rules.ts';
import { ledgerEffects } from './schema.ts';
import { findEvent, postMany, postParts } from './sql.ts';

/**
 * Moves coins of one user, or refuses, and adds both sides to the effects. Locks the user's row until the transaction ends.
 * Callers check the outcome: a `replayed` movement is already audited.
 */
export async function move(ctx: Pick<Ctx, 'tx' | 'effects'>, movement: Movement): Promise<MovementResult> {
  const [result] = await moveEach(ctx, [movement]);
  return result ?? resultOf(undefined, movement.key);
}

/** The same for movements of different users. */
export async function moveEach(
  ctx: Pick<Ctx, 'tx' | 'effects'>,
  movements: readonly Movement[],
): Promise<MovementResult[]> {
  const posted = await postMany(ctx.tx, movements, { wait: true });
  const results = movements.map(({ key }, n) => resultOf(posted[n], key));
  for (const [n, movement] of movements.entries()) {
    const { outcome, eventId = null } = results[n] ?? {};
    if (outcome !== 'posted' || eventId === null) continue;
    const sides = 'spend' in movement ? ((await findEvent(ctx.tx, eventId))?.entries ?? []) : sidesOf(movement);
    addEffects(ctx, movement.userId, eventId, sides);
  }
  return results;
}

/** The same for an operation of several parts. */
export async function moveParts(ctx: Pick<Ctx, 'tx' | 'effects'>, operation: Operation): Promise<MovementResult> {
  const result = resultOf(await postParts(ctx.tx, operation), operation.key);
  if (result.outcome === 'posted' && result.eventId) {
    addEffects(ctx, operation.userId, result.eventId, operation.parts.flatMap(sidesOf));
  }
  return result;
}

function addEffects(
  { effects }: Pick<Ctx, 'effects'>,
  userId: string,
  eventId: string,
  sides: ReturnType<typeof sidesOf>,
): void {
  for (const { account, amount } of sides) effects.add(ledgerEffects, { eventId, userId, account, amount });
}

function resultOf(posted: PostedMovement | undefined, key: string): MovementResult {
  if (!posted || posted.outcome === 'busy') return refuse(unavailable);
  const { outcome, eventId, paid, bonus } = posted;
  if (outcome === 'unknown_user') return refuse(notFound);
  if (outcome === 'insufficient') return refuse(insufficientBalance, { balanceTotal: paid + bonus });
  // Two causes with one key are a bug.
  if (outcome === 'conflict') throw new Error(`key ${key} was used by another movement, event ${eventId}`);
  return { outcome, eventId, paid, bonus };
}
