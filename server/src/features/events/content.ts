import QuickLRU from 'quick-lru';
import type { Tx } from '../../kit/db/database.ts';
import type { Content, PlausibleEvent } from './rules.ts';
import { findContent } from './sql.ts';

export interface ContentCache {
  /** What these events are about, as far as it is there. */
  find(tx: Tx, events: readonly PlausibleEvent[]): Promise<Content>;
}

/** What was looked for: what is known of it, and what is not. */
class Batch implements Content {
  readonly #seriesOf = new Map<string, string>();
  readonly #series = new Set<string>();
  readonly missingEpisodes = new Set<string>();
  readonly missingSeries = new Set<string>();

  seriesOf(episodeId: string): string | undefined {
    return this.#seriesOf.get(episodeId);
  }

  hasSeries(id: string): boolean {
    return this.#series.has(id);
  }

  takeEpisode(id: string, seriesId: string | undefined): void {
    if (seriesId === undefined) this.missingEpisodes.add(id);
    else this.#seriesOf.set(id, seriesId);
  }

  takeSeries(id: string, isThere: boolean): void {
    if (isThere) this.#series.add(id);
    else this.missingSeries.add(id);
  }
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
      const batch = new Batch();
      for (const { episodeId, seriesId } of events) {
        const own = episodeId === null ? undefined : episodes.get(episodeId);
        if (episodeId !== null) batch.takeEpisode(episodeId, own);
        if (seriesId !== null && seriesId !== own) batch.takeSeries(seriesId, series.get(seriesId) ?? false);
      }
      const { missingEpisodes, missingSeries } = batch;
      const isWhole = missingEpisodes.size + missingSeries.size === 0;
      for (const { id, seriesId } of isWhole ? [] : await findContent(tx, [...missingEpisodes], [...missingSeries])) {
        if (id === seriesId) {
          batch.takeSeries(id, true);
          series.set(id, true);
        } else {
          batch.takeEpisode(id, seriesId);
          episodes.set(id, seriesId);
        }
      }
      return batch;
    },
  };
}
