import { notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { setHeroScores } from '../../catalog/public.ts';
import { listReel, lockOrders, type ReelRow, reviseOrders } from '../rails.sql.ts';
import { listKnownSeries } from '../sql.ts';

export type ReelEntry = Pick<ReelRow, 'seriesId' | 'editorialHeroScore'>;

export const entriesOf = (rows: readonly ReelEntry[]): ReelEntry[] =>
  rows.map(({ seriesId, editorialHeroScore }) => ({ seriesId, editorialHeroScore }));

/** Each series once, and only those that there are. */
async function scoresOf(ctx: Ctx<Admin>, given: readonly ReelEntry[]): Promise<Map<string, number>> {
  const ids = given.map(({ seriesId }) => seriesId.toLowerCase());
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) refuseField(`entries.${repeated}.seriesId`, 'is named twice');
  const known = await listKnownSeries(ctx.tx, ids.filter(isId));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) refuse(notFound, { field: `entries.${unknown}.seriesId` });
  return new Map(given.map(({ seriesId, editorialHeroScore }) => [seriesId.toLowerCase(), editorialHeroScore]));
}

/** Makes these series the preview reel; one that is not named is no longer in it. */
export async function setReel(ctx: Ctx<Admin>, given: readonly ReelEntry[]): Promise<ReelRow[]> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, 'preview_reel'));
  const scores = await scoresOf(ctx, given);
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
