import QuickLRU from 'quick-lru';
import type { Tx } from '../../kit/db/database.ts';
import type { Content, PlausibleEvent } from './rules.ts';
import { findContent } from './sql.ts';

export interface ContentCache {
  /** What these events are about, as far as it is there. */
  find(tx: Tx, events: readonly PlausibleEvent[]): Promise<Content>;
}

/**
 * Episodes that were told of lately with their series, and series. Neither is ever taken out of its table, and no episode
 * is moved to another series: what was found once is there. What was not is looked for again.
 */
export function createContentCache(): ContentCache {
  const episodes = new QuickLRU<string, string>({ maxSize: 50_000 });
  const series = new QuickLRU<string, true>({ maxSize: 10_000 });
  return {
    async find(tx, events) {
      const seriesOf = new Map<string, string>();
      const there = new Set<string>();
      const missing = { episodes: new Set<string>(), series: new Set<string>() };
      for (const { episodeId, seriesId } of events) {
        const own = episodeId === null ? undefined : (seriesOf.get(episodeId) ?? episodes.get(episodeId));
        if (episodeId !== null && own === undefined) missing.episodes.add(episodeId);
        if (episodeId !== null && own !== undefined) seriesOf.set(episodeId, own);
        if (seriesId === null || seriesId === own) continue;
        if (series.get(seriesId)) there.add(seriesId);
        else missing.series.add(seriesId);
      }
      const isMissing = missing.episodes.size + missing.series.size > 0;
      const found = isMissing ? await findContent(tx, [...missing.episodes], [...missing.series]) : [];
      for (const { id, seriesId } of found) {
        if (id === seriesId) {
          there.add(id);
          series.set(id, true);
        } else {
          seriesOf.set(id, seriesId);
          episodes.set(id, seriesId);
        }
      }
      return { seriesOf: (id) => seriesOf.get(id), hasSeries: (id) => there.has(id) };
    },
  };
}
