import { fieldLocked, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { type EpisodeRow, lockEpisodesOf, setEpisodeNumbers } from '../episodes.sql.ts';
import { invalidOrder } from '../errors.ts';
import { renumbered } from '../rules.ts';
import { findSeries, lockSeries, reviseSeries, type SeriesRow } from '../series.sql.ts';

/** Numbers all episodes of a series in the given order. The series is locked before them, as everywhere. */
export async function reorderEpisodes(
  ctx: Ctx<Admin>,
  seriesId: string,
  order: readonly string[],
): Promise<{ series: SeriesRow; episodes: EpisodeRow[] }> {
  const series = (await lockSeries(ctx.tx, seriesId)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, series.revision);
  const standing = await lockEpisodesOf(ctx.tx, seriesId);
  const { rows, moved } = renumbered(standing, inOrder(standing, order));
  if (moved) refuse(fieldLocked, { fields: ['episodeNumber'], currentState: moved.status });
  const changed = rows.filter(({ row, episodeNumber }) => row.episodeNumber !== episodeNumber);
  if (changed.length === 0) return { series, episodes: standing };
  if (series.status === 'archived') refuse(fieldLocked, { fields: ['episodes'], currentState: series.status });
  const numbers = changed.map(({ row: { id }, episodeNumber }) => ({ id, episodeNumber }));
  await setEpisodeNumbers(ctx.tx, numbers, ctx.now);
  await reviseSeries(ctx.tx, seriesId, ctx.now);
  await audit.recordAll(
    ctx,
    changed.map(({ row, episodeNumber }) => ({
      action: 'episode.update',
      target: { type: 'episode', id: row.id },
      before: { episodeNumber: row.episodeNumber },
      after: { episodeNumber },
    })),
  );
  const revised = (await findSeries(ctx.tx, seriesId)) ?? refuse(notFound);
  return { series: revised, episodes: await lockEpisodesOf(ctx.tx, seriesId) };
}

/** The episodes as the order names them: each of them, and once. */
function inOrder(episodes: readonly EpisodeRow[], order: readonly string[]): EpisodeRow[] {
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const ids = order.map((id) => id.toLowerCase());
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const named = new Set(ids);
  const missing = [...byId.keys()].filter((id) => !named.has(id));
  const unknown = ids.filter((id) => !byId.has(id));
  const isWhole = missing.length === 0 && ordered.length === episodes.length && unknown.length === 0;
  return isWhole ? ordered : refuse(invalidOrder, { missing, unknown });
}
