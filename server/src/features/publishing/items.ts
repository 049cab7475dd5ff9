import type { Db, Tx } from '../../kit/db/database.ts';
import * as catalog from '../catalog/public.ts';
import type { ItemType } from './rules.ts';

export interface Item {
  readonly type: ItemType;
  readonly id: string;
  readonly title: string;
  readonly status: catalog.State;
  readonly revision: number;
  readonly targetLanguages: readonly catalog.Language[];
  /** The episode itself, or those of the series. */
  readonly episodes: readonly (catalog.EpisodeLink & { readonly status: catalog.State })[];
  /** The visible or scheduled ones. */
  readonly shown: readonly catalog.EpisodeLink[];
}

interface ItemKind {
  lock(tx: Tx, id: string): Promise<Item | undefined>;
  setState(tx: Tx, id: string, state: catalog.State, now: Date): Promise<void>;
  find(db: Db, id: string): Promise<{ readonly id: string } | undefined>;
  remove(tx: Tx, item: Item, now: Date): Promise<void>;
  /** Includes deleted items. */
  listNames(db: Db, ids: readonly string[]): Promise<catalog.ItemNameRow[]>;
}

export const items: Readonly<Record<ItemType, ItemKind>> = {
  series: {
    async lock(tx, id) {
      const series = await catalog.lockSeries(tx, id);
      if (!series) return undefined;
      const episodes = await catalog.listLinks(tx, id);
      return { ...series, type: 'series', episodes, shown: episodes.filter(({ needsFiles }) => needsFiles) };
    },
    setState: catalog.setSeriesState,
    find: catalog.findSeries,
    async remove(tx, { id, episodes }, now) {
      await catalog.removeSeries(tx, id, now);
      await catalog.removeEpisodes(tx, idsOf(episodes), now);
    },
    listNames: catalog.listSeriesNames,
  },
  episode: {
    async lock(tx, id) {
      const episode = await catalog.lockEpisode(tx, id);
      return episode && { ...episode, type: 'episode', episodes: [episode], shown: [episode] };
    },
    setState: (tx, id, state, now) => catalog.setEpisodesState(tx, [id], state, now),
    find: catalog.findEpisode,
    remove: (tx, { id }, now) => catalog.removeEpisodes(tx, [id], now),
    listNames: catalog.listEpisodeNames,
  },
};

export const idsOf = (episodes: readonly { readonly id: string }[]): string[] => episodes.map(({ id }) => id);
