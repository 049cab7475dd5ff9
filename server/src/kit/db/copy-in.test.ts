import { expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../id.ts';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

const world = await openWorld();
const { database } = world;
await database.pool.query(`select keep_event_day((clock() at time zone 'UTC')::date - n) from generate_series(0, 1) n`);

interface Row {
  userId: string;
  id: string | null;
  at: Date;
  name: string;
  props: object | null;
}

const columns = ['user_id', 'id', 'at', 'name', 'props'];

const put = (tx: Tx, rows: readonly Row[]): Promise<void> =>
  copyIn(
    tx,
    'viewer_events',
    columns,
    rows.map(({ userId, id, at, name, props }) => [userId, id, at.toISOString(), name, props && JSON.stringify(props)]),
  );

const keptOf = async (userId: string): Promise<Row[]> =>
  (
    await database.pool.query<Row>(
      'select user_id as "userId", id, at, name, props from viewer_events where user_id = $1 order by id',
      [userId],
    )
  ).rows;

const row = (fields: Partial<Row> = {}): Row => ({
  userId: newId(),
  id: newId(),
  at: new Date(),
  name: 'played',
  props: null,
  ...fields,
});

it('rows are put in as they were given, however many and long', async () => {
  const userId = newId();
  const texts = ['plain', 'é', 'مرحبا \\ "there"\r\n\t\\N\\.', '🎬'.repeat(30_000)];
  const rows = [
    ...texts.map((text) => row({ userId, props: { text } })),
    ...Array.from({ length: 2_000 }, (_, n) => row({ userId, at: new Date(Date.now() - n), name: `n_${n}` })),
  ];
  await database.transaction((tx) => put(tx, rows));
  expect(await keptOf(userId)).toEqual(rows);
});

it('rows that violate a constraint fail with its name, and the connection stays usable', async () => {
  const good = row();
  const bad = (fields: Partial<Row>) => database.transaction((tx) => put(tx, [good, row(fields)]));
  await expect(bad({ name: 'Not this' })).rejects.toMatchObject({ constraint: 'viewer_events_name' });
  await expect(bad({ id: null })).rejects.toMatchObject({ code: '23502', column: 'id' });
  expect(await keptOf(good.userId)).toEqual([]);
  await database.transaction((tx) => put(tx, [good]));
  expect(await keptOf(good.userId)).toEqual([good]);
});

it('megabytes of rows of which the first violates a constraint fail together, and the connection stays usable', async () => {
  const good = row();
  const large = Array.from({ length: 3_000 }, () => row({ props: { text: 'x'.repeat(2_000) } }));
  const all = database.transaction((tx) => put(tx, [row({ name: 'Not this' }), ...large]));
  await expect(all).rejects.toMatchObject({ constraint: 'viewer_events_name' });
  await database.transaction((tx) => put(tx, [good]));
  expect(await keptOf(good.userId)).toEqual([good]);
  expect(await keptOf(large[0]?.userId ?? '')).toEqual([]);
});
