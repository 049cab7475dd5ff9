import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import { type Asked, figuresOf, trendOf } from './activity.sql.ts';
import type { CollectionRule, RuleSort } from './rules.ts';

/** A series that a rule chose, and the figure that it was chosen by. */
export interface PickedRow {
  seriesId: string;
  value: number;
}

/** The series that viewers see at a moment: those that are published, and of a later one those that will be by then. */
const shownSeries = (at: Date, now: Date): RawBuilder<unknown> => sql`
  select s.id, s.genre_slug, s.tropes, s.editorial_hero_score, coalesce(u.run_at, s.published_at) as shown_since
  from current_series s
  left join upcoming_publishes u on u.ref_type = 'series' and u.ref_id = s.id and s.status = 'scheduled'
    and ${at > now}
  where coalesce(u.run_at, case s.status when 'published' then s.published_at end) <= ${at}`;

type ActivitySort = Exclude<RuleSort, 'editor_score' | 'newest'>;

const figures: Readonly<Record<ActivitySort, (rule: CollectionRule, asked: Asked) => RawBuilder<unknown>>> = {
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

/** Of so few series figures are counted for them alone. */
const few = 1_000;

/** Whether a rule is for a genre or a trope that few series have. */
async function isForFew(db: Db, rule: CollectionRule): Promise<boolean> {
  if (rule.genre === null && rule.trope === null) return false;
  const query = sql<{ count: number }>`
    select count(*)::integer as count from (select from current_series s where ${narrowed(rule)} limit ${few}) counted`;
  return ((await query.execute(db)).rows[0]?.count ?? 0) < few;
}

const askedOf = ({ market }: CollectionRule, at: Date, now: Date): Asked => ({ market, at: at < now ? at : now });

/** Only the best are looked up, one after the other, because most of those with a figure are not chosen. */
const pickByActivity = (sort: ActivitySort, rule: CollectionRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as (${shownSeries(at, now)}),
    figures as materialized (${figures[sort](rule, askedOf(rule, at, now))})
  select s.id as "seriesId", f.value
  from (select series_id, value from figures order by value desc offset 0) f join shown s on s.id = f.series_id
  where ${narrowed(rule)}
  order by f.value desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

/** The same for a rule that few series fit: to find those among the best, nearly all would be looked up. */
const pickOfFew = (sort: ActivitySort, rule: CollectionRule, at: Date, now: Date) => sql<PickedRow>`
  with shown as materialized (select s.id, s.shown_since from (${shownSeries(at, now)}) s where ${narrowed(rule)}),
    figures as materialized (${figures[sort](rule, { ...askedOf(rule, at, now), of: sql`select id from shown` })})
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
  if (rule.sort === 'newest') return pickNewest(rule, at, now);
  if (rule.sort === 'editor_score') return pickByScore(rule, at, now);
  const pick = (await isForFew(db, rule)) ? pickOfFew : pickByActivity;
  return pick(rule.sort, rule, at, now);
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
