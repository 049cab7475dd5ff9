import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageSql } from '../../kit/page.ts';
import type { Translations } from './rules.ts';

/** Every word must occur in a title in any language; both sides are folded by the database. */
export function hasWords(q: string): RawBuilder<SqlBool>[] {
  const words = q.trim().split(/\s+/).filter(Boolean);
  return words.map(
    (word) =>
      sql<SqlBool>`s.search_text like '%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  );
}

export const matching = (q: string): RawBuilder<SqlBool>[] => {
  const id = q.trim().toLowerCase();
  return isId(id) ? [sql<SqlBool>`s.id = ${id}`] : hasWords(q);
};

/** A series in a list to choose from. */
export interface SeriesChoiceRow {
  id: string;
  title: string;
  titleI18n: Translations;
  status: string;
  freeEpisodes: number;
  episodeCount: number;
  posterAssetId: string | null;
  createdAt: Date;
}

/** For choosing a series without access to the catalog. */
export async function listSeriesChoices(db: Db, q: string | undefined, keyset: Keyset): Promise<SeriesChoiceRow[]> {
  const page = pageSql(keyset);
  const found = q === undefined ? [] : matching(q);
  const where = sql.join([page.after, sql<SqlBool>`s.deleted_at is null`, ...found], sql` and `);
  const query = sql<SeriesChoiceRow>`
    select s.id, s.title, s.title_i18n as "titleI18n", s.status, s.free_episodes as "freeEpisodes",
      (select count(*)::integer from episodes e where e.series_id = s.id and e.deleted_at is null) as "episodeCount",
      s.poster_asset_id as "posterAssetId", s.created_at as "createdAt"
    from series s where ${where} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

/** Genres and tropes in use, in alphabetical order. */
export async function findGenres(db: Db): Promise<{ genres: string[]; tropes: string[] }> {
  const { rows } = await sql<{ genres: string[]; tropes: string[] }>`
    select array(select distinct genre_slug from series where deleted_at is null and genre_slug is not null order by 1) genres,
      array(select distinct unnest(tropes) from series where deleted_at is null order by 1) tropes`.execute(db);
  return rows[0] ?? { genres: [], tropes: [] };
}

/** Published series with a published episode, newest first. */
export async function listWatchableIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from series s where status = 'published' and deleted_at is null
      and exists (select from episodes e where e.series_id = s.id and e.status = 'published' and e.deleted_at is null)
    order by published_at desc, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the scores of these series, clears those of all others, and returns how many series changed. */
export async function setHeroScores(tx: Tx, scores: ReadonlyMap<string, number>, now: Date): Promise<number> {
  const query = sql<{ id: string }>`
    update series s set editorial_hero_score = n.score, updated_at = ${now}, revision = s.revision + 1
    from (
      select l.id, g.score from (
        select id from series where deleted_at is null and (editorial_hero_score is not null
          or id = any(${[...scores.keys()]}::uuid[])) order by id for no key update) l
      left join unnest(${[...scores.keys()]}::uuid[], ${[...scores.values()]}::integer[]) g (id, score) on g.id = l.id) n
    where s.id = n.id and s.editorial_hero_score is distinct from n.score
    returning s.id`;
  return (await query.execute(tx)).rows.length;
}
