import { violatedConstraint } from '../../../kit/db/faults.ts';
import { inSavepoint } from '../../../kit/db/savepoint.ts';
import type * as audit from '../../audit/public.ts';
import type { Verdict } from '../../system/public.ts';
import { isAnothers } from './match.ts';

/** The rail's name of a payment turned out to be taken by another one. */
export class NameTaken extends Error {}

/** Does something with a payment; where its name turns out to be taken, all of that is undone and it is unmatched. */
export async function unlessTaken(ctx: audit.ActCtx, work: (ctx: audit.ActCtx) => Promise<Verdict>): Promise<Verdict> {
  const effects = ctx.effects.empty();
  try {
    const verdict = await inSavepoint(ctx.tx, () => work({ ...ctx, effects }));
    ctx.effects.addAll(effects);
    return verdict;
  } catch (error) {
    if (error instanceof NameTaken || violatedConstraint(error) === 'transactions_once') return isAnothers;
    throw error;
  }
}
