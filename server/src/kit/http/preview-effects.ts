import { sql } from 'kysely';
import { type Database, markAfterCommit } from '../db/database.ts';
import { newId } from '../id.ts';
import type { Limiter } from '../limiter.ts';
import type { Effects } from './effects.ts';
import type { Ctx, ReadCtx } from './endpoint.ts';
import { lockLimits } from './request-context.ts';

type Work<Caller> = (ctx: Ctx<Caller>) => Promise<unknown>;

/** Runs `work` for its effects only, inside a transaction that goes on: whatever it wrote and locked is undone. */
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
    // Else a preview around this one would roll back to here, and keep what it wrote before.
    await sql`release savepoint preview`.execute(ctx.tx);
    await sql`set constraints all deferred`.execute(ctx.tx);
  }
}

/** The same for a read, which has no transaction: it gets one in which nothing is left. */
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
