import type { State } from '../../src/features/catalog/rules.ts';
import { newId } from '../../src/kit/id.ts';
import type { World } from './world.ts';

/** Series and episodes for the tests, put there in any state without the steps that lead to it. */

export interface Item {
  id: string;
  slug: string;
  seriesId: string;
  status: State;
  revision: number;
  title: string;
  allowed: string[];
  error: string;
  warnings: { code: string; languages?: string[]; count?: number }[];
  [field: string]: unknown;
}

export interface Page {
  items: Item[];
  nextCursor: string | null;
}

let count = 0;

const publishedAt = (status: State): Date | null =>
  status === 'published' || status === 'archived' ? new Date('2026-05-05T10:00:00Z') : null;

export interface SeriesOptions {
  title?: string;
  slug?: string;
  titleI18n?: Record<string, string>;
  genreSlug?: string;
  tropes?: string[];
  targetLanguages?: string[];
  freeEpisodes?: number;
}

export async function makeSeries(world: World, status: State, options: SeriesOptions = {}): Promise<string> {
  const id = newId();
  const n = ++count;
  await world.database.db
    .insertInto('series')
    .values({
      id,
      slug: options.slug ?? `series-${n}-${id.slice(-6)}`,
      title: options.title ?? `Series ${n}`,
      title_i18n: JSON.stringify(options.titleI18n ?? {}),
      genre_slug: options.genreSlug ?? null,
      tropes: options.tropes ?? [],
      target_languages: options.targetLanguages ?? ['en'],
      free_episodes: options.freeEpisodes ?? 0,
      status,
      published_at: publishedAt(status),
    })
    .execute();
  return id;
}

export async function makeEpisode(world: World, status: State, seriesId?: string, number = 1): Promise<string> {
  const id = newId();
  await world.database.db
    .insertInto('episodes')
    .values({
      id,
      series_id: seriesId ?? (await makeSeries(world, 'published')),
      episode_number: number,
      title: `Episode ${number}`,
      status,
      published_at: publishedAt(status),
    })
    .execute();
  return id;
}

/** The actions that the record has of something, oldest first. */
export async function auditActionsOf(world: World, id: string): Promise<string[]> {
  const rows = await world.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}
