import QuickLRU from 'quick-lru';
import type { Tx } from '../../kit/db/database.ts';
import type { Content, PlausibleEvent } from './rules.ts';
import { findContent } from './sql.ts';

/**
 * Episodes that were told of lately with their series, and series. Neither is ever taken out of its table, and no episode
 * is moved to another series: what was found once is there. What was not is looked for again.
 */
const foundEpisodes = new QuickLRU<string, string>({ maxSize: 50_000 });
const foundSeries = new QuickLRU<string, string>({ maxSize: 10_000 });

/** What is found of one kind for some events, and what is still to be looked for. */
class Found {
  readonly #lately: QuickLRU<string, string>;
  readonly #seriesOf = new Map<string, string>();
  readonly missing = new Set<string>();

  constructor(lately: QuickLRU<string, string>) {
    this.#lately = lately;
  }

  look(id: string): string | undefined {
    const seriesId = this.#seriesOf.get(id) ?? this.#lately.get(id);
    if (seriesId === undefined) this.missing.add(id);
    else this.#seriesOf.set(id, seriesId);
    return seriesId;
  }

  add(id: string, seriesId: string): void {
    this.#lately.set(id, seriesId);
    this.#seriesOf.set(id, seriesId);
  }

  get(id: string): string | undefined {
    return this.#seriesOf.get(id);
  }
}

/** What these events are about, as far as it is there. */
export async function knownContent(tx: Tx, events: readonly PlausibleEvent[]): Promise<Content> {
  const [episodes, series] = [new Found(foundEpisodes), new Found(foundSeries)];
  for (const { episodeId, seriesId } of events) {
    const own = episodeId === null ? undefined : episodes.look(episodeId);
    if (seriesId !== null && seriesId !== own) series.look(seriesId);
  }
  if (episodes.missing.size + series.missing.size > 0) {
    for (const { id, seriesId } of await findContent(tx, [...episodes.missing], [...series.missing]))
      (id === seriesId ? series : episodes).add(id, seriesId);
  }
  return { seriesOf: (episodeId) => episodes.get(episodeId), hasSeries: (id) => series.get(id) !== undefined };
}
