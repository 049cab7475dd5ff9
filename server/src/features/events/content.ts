import type { Tx } from '../../kit/db/database.ts';
import type { Content, ValidEvent } from './rules.ts';
import { findContent } from './sql.ts';

export interface ContentCache {
  /** What is cached. */
  known(): Content;
  /** Looks up the episodes and series of these events. */
  find(tx: Tx, events: readonly ValidEvent[]): Promise<Content>;
}

/** Cached episodes with their series, and cached series. */
class Cache implements Content {
  readonly #seriesOf = new Map<string, string>();
  /** Strings are shared by all episodes of a series. */
  readonly #series = new Map<string, string>();

  get size(): number {
    return this.#seriesOf.size + this.#series.size;
  }

  seriesOf(episodeId: string): string | undefined {
    return this.#seriesOf.get(episodeId);
  }

  hasSeries(id: string): boolean {
    return this.#series.has(id);
  }

  /** For a series both ids are the same. */
  add(id: string, seriesId: string): void {
    const own = this.#series.get(seriesId) ?? seriesId;
    this.#series.set(own, own);
    if (id !== seriesId) this.#seriesOf.set(id, own);
  }
}

/** About 20 MB. When exceeded, the cache is emptied. */
const maxEntries = 200_000;

/**
 * Caches found episodes and series. They are never deleted from their tables or moved, so that entries stay valid;
 * missing ones are looked up again.
 */
export function createContentCache(): ContentCache {
  let newest = new Cache();
  return {
    known: () => newest,
    async find(tx, events) {
      if (newest.size > maxEntries) newest = new Cache();
      // Another call may replace the cache meanwhile.
      const known = newest;
      const [episodes, series] = [new Set<string>(), new Set<string>()];
      for (const { episodeId, seriesId } of events) {
        const own = episodeId === null ? undefined : known.seriesOf(episodeId);
        if (episodeId !== null && own === undefined) episodes.add(episodeId);
        if (seriesId !== null && seriesId !== own && !known.hasSeries(seriesId)) series.add(seriesId);
      }
      if (episodes.size + series.size === 0) return known;
      for (const { id, seriesId } of await findContent(tx, [...episodes], [...series])) known.add(id, seriesId);
      return known;
    },
  };
}
