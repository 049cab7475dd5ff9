import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import { type ActivityQuery, figuresOf, listUsualStarts, trendOf } from './activity.sql.ts';
import type { CollectionRule, RuleSort } from './rules.ts';

/** A series that a rule chose, and the figure that it was chosen by. */
export interface PickedRow {
  seriesId: string;
  value: number;
}

const published = (at: Date) => sql`
  select s.id, s.genre_slug, s.tropes, s.editorial_hero_score, s.published_at as shown_since
  from current_series s where s.status = 'published' and s.published_at <= ${at}`;

/** The series that viewers see at a moment: those that are published, and of a later one those that will be by then. */
const shownSeries = (at: Date, now: Date): RawBuilder<unknown> =>
  at <= now
    ? published(at)
    : sql`${published(at)} union all
  select s.id, s.genre_slug, s.tropes, s.editorial_hero_score, u.run_at as shown_since
  from current_series s join upcoming_publishes u on u.ref_type = 'series' and u.ref_id = s.id
  where s.status = 'scheduled' and u.run_at <= ${at}`;

type ActivitySort = Exclude<RuleSort, 'editor_score' | 'newest'>;
/** A rule that chooses by what viewers did. */
type ActivityRule = CollectionRule & { readonly sort: ActivitySort };

const isByActivity = (rule: CollectionRule): rule is ActivityRule =>
  rule.sort !== 'editor_score' && rule.sort !== 'newest';

const figuresBy: Readonly<Record<ActivitySort, (rule: CollectionRule, asked: ActivityQuery) => RawBuilder<unknown>>> = {
  top_this_week: (_rule, asked) => figuresOf('starts', 7, asked),
  most_unlocks: ({ window_days: days }, asked) => figuresOf('unlocks', days, asked),
  most_saves: ({ window_days: days }, asked) => figuresOf('saves', days, asked),
  trending: (_rule, asked) => trendOf(asked),
};

const narrowed = ({ genre, trope }: CollectionRule): RawBuilder<SqlBool> => {
  const conditions = [
    sql<SqlBool>`true`,
    ...(genre === null ? [] : [sql<SqlBool>`s.genre_slug = ${genre}`]),
    ...(trope === null ? [] : [sql<SqlBool>`${trope} = any(s.tropes)`]),
  ];
  return sql.join(conditions, sql` and `);
};

/** A rule that fits fewer series than this counts figures for those alone. */
const few = 1_000;

/** Whether a rule is for a genre or a trope that few series have. */
async function isForFew(db: Db, rule: CollectionRule): Promise<boolean> {
  if (rule.genre === null && rule.trope === null) return false;
  const query = sql<{ count: number }>`
    select count(*)::integer as count from (select from current_series s where ${narrowed(rule)} limit ${few}) counted`;
  return ((await query.execute(db)).rows[0]?.count ?? 0) < few;
}

const figuresFor = (rule: ActivityRule, at: Date, seriesIds?: RawBuilder<unknown>): RawBuilder<unknown> =>
  figuresBy[rule.sort](rule, { market: rule.market, at, ...(seriesIds && { seriesIds }) });

const earlier = (at: Date, now: Date): Date => (at < now ? at : now);

/** How often these series were usually started a day, for a rule that compares with it. */
export async function usualStartsOf(
  db: Db,
  rule: CollectionRule | null,
  ids: readonly string[],
  { at, now }: { at: Date; now: Date },
): Promise<Map<string, number>> {
  if (rule?.sort !== 'trending' || ids.length === 0) return new Map();
  const seriesIds = sql`select unnest(${[...ids]}::uuid[])`;
  return listUsualStarts(db, { market: rule.market, at: earlier(at, now), seriesIds });
}

/** Only the best are looked up, one after the other, because most of those with a figure are not chosen. */
const pickOfMany = (rule: ActivityRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as (${shownSeries(at, now)}), figures as materialized (${figuresFor(rule, earlier(at, now))})
  select s.id as "seriesId", f.value
  from (select series_id, value from figures order by value desc offset 0) f join shown s on s.id = f.series_id
  where ${narrowed(rule)}
  order by f.value desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

/** The same for a rule that few series fit: to find those among the best, nearly all would be looked up. */
const pickOfFew = (rule: ActivityRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as materialized (select s.id, s.shown_since from (${shownSeries(at, now)}) s where ${narrowed(rule)}),
    figures as materialized (${figuresFor(rule, earlier(at, now), sql`select id from shown`)})
  select s.id as "seriesId", f.value from figures f join shown s on s.id = f.series_id
  order by f.value desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

const pickByScore = (rule: CollectionRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as (${shownSeries(at, now)})
  select s.id as "seriesId", s.editorial_hero_score::float8 as value from shown s
  where s.editorial_hero_score is not null and ${narrowed(rule)}
  order by s.editorial_hero_score desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

const pickNewest = (rule: CollectionRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as (${shownSeries(at, now)})
  select s.id as "seriesId", extract(epoch from s.shown_since)::float8 as value from shown s
  where s.shown_since > ${new Date(at.getTime() - rule.window_days * dayMs)} and ${narrowed(rule)}
  order by s.shown_since desc, s.id desc limit ${rule.limit}`;

async function queryOf(db: Db, rule: CollectionRule, at: Date, now: Date): Promise<RawBuilder<PickedRow>> {
  if (!isByActivity(rule)) return rule.sort === 'newest' ? pickNewest(rule, at, now) : pickByScore(rule, at, now);
  const pick = (await isForFew(db, rule)) ? pickOfFew : pickOfMany;
  return pick(rule, at, now);
}

/**
 * The series that a rule chooses of those that viewers see at a moment, the best first. What viewers did is known up to
 * now; of two that are equal the one that was published later comes first.
 */
export async function pickByRule(db: Db, rule: CollectionRule, at: Date, now: Date): Promise<PickedRow[]> {
  const query = await queryOf(db, rule, at, now);
  return (await query.execute(db)).rows;
}

/** Those of these series that viewers see at a moment. */
export async function listShown(db: Db, ids: readonly string[], at: Date, now: Date): Promise<Set<string>> {
  const query = sql<{ id: string }>`
    with shown as (${shownSeries(at, now)}) select id from shown where id = any(${[...ids]}::uuid[])`;
  return new Set((await query.execute(db)).rows.map(({ id }) => id));
}
