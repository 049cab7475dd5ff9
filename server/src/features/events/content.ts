import QuickLRU from 'quick-lru';
import type { Tx } from '../../kit/db/database.ts';
import type { Content, PlausibleEvent } from './rules.ts';
import { findContent } from './sql.ts';

/**
 * Episodes that were told of lately with their series, and series. Neither is ever taken out of its table, and no episode
 * is moved to another series: what was found once is there. What was not is looked for again.
 */
const episodes = new QuickLRU<string, string>({ maxSize: 50_000 });
const series = new QuickLRU<string, true>({ maxSize: 10_000 });

export const knownContent: Content = {
  seriesOf: (episodeId) => episodes.get(episodeId),
  hasSeries: (id) => series.get(id) ?? false,
};

/** Looks for what these events are about and is not known yet. */
export async function learnContent(tx: Tx, events: readonly PlausibleEvent[]): Promise<void> {
  const missing = { episodes: new Set<string>(), series: new Set<string>() };
  for (const { episodeId, seriesId } of events) {
    const own = episodeId === null ? undefined : episodes.get(episodeId);
    if (episodeId !== null && own === undefined) missing.episodes.add(episodeId);
    if (seriesId !== null && seriesId !== own && !series.has(seriesId)) missing.series.add(seriesId);
  }
  if (missing.episodes.size + missing.series.size === 0) return;
  for (const { id, seriesId } of await findContent(tx, [...missing.episodes], [...missing.series])) {
    if (id !== seriesId) episodes.set(id, seriesId);
    series.set(seriesId, true);
  }
}
