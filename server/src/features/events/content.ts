import QuickLRU from 'quick-lru';
import type { Tx } from '../../kit/db/database.ts';
import type { Content, ValidEvent } from './rules.ts';
import { findContent } from './sql.ts';

export interface ContentCache extends Content {
  /** Looks up the episodes and series of these events that are not cached. */
  load(tx: Tx, events: readonly ValidEvent[]): Promise<void>;
}

/** About 20 MB. */
const maxEntries = 200_000;

/**
 * Caches found episodes and series. They are never deleted from their tables or moved, so that entries stay valid;
 * missing ones are looked up again.
 */
export function createContentCache(): ContentCache {
  /** The series of episodes. A series is stored with its own id. */
  const series = new QuickLRU<string, string>({ maxSize: maxEntries });
  const seriesOf = (episodeId: string): string | undefined => {
    const found = series.get(episodeId);
    return found === episodeId ? undefined : found;
  };
  const hasSeries = (id: string): boolean => series.get(id) === id;
  return {
    seriesOf,
    hasSeries,
    async load(tx, events) {
      const [episodeIds, seriesIds] = [new Set<string>(), new Set<string>()];
      for (const { episodeId, seriesId } of events) {
        const own = episodeId === null ? undefined : seriesOf(episodeId);
        if (episodeId !== null && own === undefined) episodeIds.add(episodeId);
        if (seriesId !== null && seriesId !== own && !hasSeries(seriesId)) seriesIds.add(seriesId);
      }
      if (episodeIds.size + seriesIds.size === 0) return;
      for (const { id, seriesId } of await findContent(tx, [...episodeIds], [...seriesIds])) {
        series.set(id, seriesId);
        series.set(seriesId, seriesId);
      }
    },
  };
}
