import type { Tx } from '../../kit/db/database.ts';
import type { Content, ValidEvent } from './rules.ts';
import { findContent } from './sql.ts';

export interface ContentCache {
  /** What is known without a look at the database. */
  known(): Content;
  /** What these events are about, as far as it is there. */
  find(tx: Tx, events: readonly ValidEvent[]): Promise<Content>;
}

/** Episodes with their series, and series. */
class Known implements Content {
  readonly #seriesOf = new Map<string, string>();
  /** By their ids, so that all episodes of one share its text. */
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

  /** An episode and its series; a series is its own. */
  take(id: string, seriesId: string): void {
    const own = this.#series.get(seriesId) ?? seriesId;
    this.#series.set(own, own);
    if (id !== seriesId) this.#seriesOf.set(id, own);
  }
}

/** Some twenty megabytes. When there are more, all are looked up anew. */
const mostKnown = 200_000;

/**
 * What was told of lately. No episode and no series is ever taken out of its table, and no episode is moved to another
 * series: what was found once is there. What was not is looked for again.
 */
export function createContentCache(): ContentCache {
  let newest = new Known();
  return {
    known: () => newest,
    async find(tx, events) {
      if (newest.size > mostKnown) newest = new Known();
      // Others may begin anew while this one waits.
      const known = newest;
      const [episodes, series] = [new Set<string>(), new Set<string>()];
      for (const { episodeId, seriesId } of events) {
        const own = episodeId === null ? undefined : known.seriesOf(episodeId);
        if (episodeId !== null && own === undefined) episodes.add(episodeId);
        if (seriesId !== null && seriesId !== own && !known.hasSeries(seriesId)) series.add(seriesId);
      }
      if (episodes.size + series.size === 0) return known;
      for (const { id, seriesId } of await findContent(tx, [...episodes], [...series])) known.take(id, seriesId);
      return known;
    },
  };
}
