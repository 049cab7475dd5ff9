import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/harness/world.ts';
import { newId } from './id.ts';
import { type Keyset, pageSql, toPage } from './page.ts';

/** Walks real lists in the database while rows come and go. */

type Sort = Pick<Keyset, 'column' | 'kind'> & { nullable?: boolean };
interface Row {
  id: string;
  made_at: Date;
  score: number | null;
  name: string;
}

let world: World;
let owner: pg.Client;

beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await owner.query(`
    create table leaves (id uuid primary key, made_at timestamptz(3) not null, score integer, name text not null);
    grant select on leaves to cliffhanger_app`);
});
afterAll(() => owner.end());
beforeEach(() => owner.query('truncate leaves'));

/** Rows whose sort values are few, so that most are equal. */
async function grow(
  count: number,
  { scores = [7], names = ['same'] }: { scores?: (number | null)[]; names?: string[] } = {},
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    score: scores[index % scores.length] ?? null,
    name: names[index % names.length],
  }));
  await owner.query(
    `insert into leaves select id, '2026-07-01T00:00:00.123Z', score, name
       from json_to_recordset($1) as _ (id uuid, score integer, name text)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

const leaves: RawBuilder<Row> = sql<Row>`select * from leaves`;
const sortValue = (row: Row, { column }: Sort) =>
  ({ made_at: row.made_at, score: row.score, name: row.name })[column] ?? null;

async function page(sort: Sort, order: Keyset['order'], limit: number, cursor: string | undefined) {
  const keyset: Keyset = { ...sort, id: 'id', order, limit, scope: 'leaves', cursor };
  const part = pageSql(keyset);
  const found = await sql<Row>`${leaves} where ${part.after} order by ${part.orderBy} limit ${part.limit}`.execute(
    world.database.db,
  );
  return toPage(
    found.rows,
    keyset,
    (row) => sortValue(row, sort),
    (row) => row,
  );
}

/** Walks to the end, doing something between any two pages. */
async function walk(sort: Sort, order: Keyset['order'], between: (seen: Row[]) => Promise<unknown> = async () => {}) {
  const seen: Row[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page(sort, order, 50, cursor);
    seen.push(...items);
    cursor = nextCursor ?? undefined;
    await between(seen);
  } while (cursor !== undefined);
  return seen;
}

const byTime: Sort = { column: 'made_at', kind: 'time' };
const byScore: Sort = { column: 'score', kind: 'number', nullable: true };
const byName: Sort = { column: 'name', kind: 'text' };
const orders = ['asc', 'desc'] as const;

describe.each(orders)('a list in the order %s', (order) => {
  it.each([
    ['one moment', byTime, {}],
    ['one score', byScore, {}],
    ['a few scores, and none at all', byScore, { scores: [3, null, 1, 2] }],
    ['no score', byScore, { scores: [null] }],
    ['a few names', byName, { names: ['', 'a', 'B', 'é', 'ليلى', '\u{1F600}'] }],
  ] as const)('shows 1,037 rows of %s exactly once while rows come and go', async (_, sort, values) => {
    const scores = 'scores' in values ? [...values.scores] : [7];
    const names = 'names' in values ? [...values.names] : ['same'];
    const before = await grow(1_037, { scores, names });
    const removed = new Set<string>();
    const seen = await walk(sort, order, async (shown) => {
      await grow(5, { scores, names });
      // One that was shown already, one that is yet to come, and the very row that the cursor stands on.
      const ids = new Set(shown.map(({ id }) => id));
      const victims = [shown[0]?.id, before.findLast((id) => !ids.has(id) && !removed.has(id)), shown.at(-1)?.id];
      for (const id of victims.filter((victim) => victim !== undefined)) removed.add(id);
      await owner.query('delete from leaves where id = any($1)', [victims]);
    });
    const times = new Map<string, number>();
    for (const { id } of seen) times.set(id, (times.get(id) ?? 0) + 1);
    expect([...times].filter(([, count]) => count > 1)).toEqual([]);
    expect(before.filter((id) => !times.has(id) && !removed.has(id))).toEqual([]);
  });

  it('has the rows without a value at its end', async () => {
    await grow(200, { scores: [5, null, 1] });
    const scores = (await walk(byScore, order)).map(({ score }) => score);
    const known = scores.filter((score) => score !== null);
    const sorted = known.toSorted((a, b) => (order === 'asc' ? a - b : b - a));
    expect(scores).toEqual([...sorted, ...Array(scores.length - known.length).fill(null)]);
    expect(known).toHaveLength(133);
  });
});

it('a row that is too young to have been there appears at the front, and a walk from the newest does not repeat', async () => {
  await grow(120);
  const first = await page(byTime, 'desc', 50, undefined);
  const [youngest] = await grow(1);
  const second = await page(byTime, 'desc', 50, first.nextCursor ?? undefined);
  expect(second.items.map(({ id }) => id)).not.toContain(youngest);
  expect((await page(byTime, 'desc', 50, undefined)).items[0]?.id).toBe(youngest);
});

it.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'a forged cursor at %d, which the column cannot hold, is no error of the database',
  async (value) => {
    await grow(3);
    const keyset: Keyset = { ...byScore, id: 'id', order: 'asc', limit: 1, scope: 'leaves', cursor: undefined };
    const rows = [{ id: newId() }, { id: newId() }];
    const { nextCursor } = toPage(
      rows,
      keyset,
      () => value,
      () => null,
    );
    const { items } = await page(byScore, 'asc', 1, nextCursor ?? undefined);
    expect(items).toHaveLength(value > 0 ? 0 : 1);
  },
);
