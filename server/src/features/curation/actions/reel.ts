import type { Ctx } from '../../../kit/http/endpoint.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { setHeroScores } from '../../catalog/public.ts';
import type { ReelRow } from '../schema.ts';
import { listReel, lockOrders, reviseOrders } from '../sql.ts';
import { mustBeKnownOnce } from './collections.ts';

export type ReelEntry = Pick<ReelRow, 'seriesId' | 'editorialHeroScore'>;

export const entriesOf = (rows: readonly ReelEntry[]): ReelEntry[] =>
  rows.map(({ seriesId, editorialHeroScore }) => ({ seriesId, editorialHeroScore }));

/** Replaces the preview reel. */
export async function setReel(ctx: Ctx<Admin>, given: readonly ReelEntry[]): Promise<ReelRow[]> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, 'preview_reel'));
  const ids = await mustBeKnownOnce(ctx, 'entries', given);
  const scores = new Map(ids.map((id, index) => [id, given[index]?.editorialHeroScore ?? 0]));
  const before = await listReel(ctx.tx);
  if ((await setHeroScores(ctx.tx, scores, ctx.now)) === 0) return before;
  await reviseOrders(ctx.tx, 'preview_reel');
  const after = await listReel(ctx.tx);
  await audit.record(ctx, {
    action: 'preview_reel.update',
    target: { type: 'preview_reel', id: 'preview_reel' },
    before: { entries: entriesOf(before) },
    after: { entries: entriesOf(after) },
  });
  return after;
}
