import { sql } from 'kysely';
import { type Database, markAfterCommit } from '../db/database.ts';
import { newId } from '../id.ts';
import type { Limiter } from '../limiter.ts';
import type { Effects } from './effects.ts';
import type { Ctx, ReadCtx } from './endpoint.ts';
import { lockLimits } from './request-context.ts';

type Work<Caller> = (ctx: Ctx<Caller>) => Promise<unknown>;

/** Runs `work` for its effects, inside a transaction that continues afterwards: its changes are rolled back. */
export async function previewEffects<Caller>(ctx: Ctx<Caller>, work: Work<Caller>): Promise<Effects> {
  const effects = ctx.effects.empty();
  const forgetAfterCommit = markAfterCommit(ctx.tx);
  await sql`savepoint preview`.execute(ctx.tx);
  try {
    await work({ ...ctx, effects, header: () => {} });
    await sql`set constraints all immediate`.execute(ctx.tx);
    return effects;
  } finally {
    forgetAfterCommit();
    await sql`rollback to savepoint preview`.execute(ctx.tx);
    // Otherwise an outer preview would roll back to this savepoint, and keep its earlier changes.
    await sql`release savepoint preview`.execute(ctx.tx);
    await sql`set constraints all deferred`.execute(ctx.tx);
  }
}

/** The same for a read, in a transaction of its own. */
export function previewEffectsAlone<Caller>(
  { database, limiter, startBy }: { readonly database: Database; readonly limiter: Limiter; readonly startBy: number },
  ctx: Omit<ReadCtx<Caller>, 'previewEffects' | 'readBatched'>,
  effects: Effects,
  work: Work<Caller>,
  queueKey: string,
): Promise<Effects> {
  const preview = () =>
    database.transaction(
      (tx, now) => previewEffects({ ...ctx, tx, now, effects, ifMatch: undefined, causeId: newId }, work),
      { startBy },
    );
  return limiter.run(lockLimits(database, queueKey), preview, { startBy });
}
