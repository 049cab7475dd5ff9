import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { type Database, openDatabase } from '../../kit/db/database.ts';
import { byNewest } from '../../kit/page.ts';
import { type CommentFilters, listComments } from './moderation.sql.ts';
import { previewKey, readPreview } from './preview.sql.ts';

const world = await openWorld();
const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Twenty thousand comments under two hundred episodes; one in a thousand is hidden, reported, or has a rare word. */
const many = `
  insert into users (id, is_guest, auth_provider) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
    true, 'guest' from generate_series(0, 499) n;
  insert into series (id, slug, title, target_languages, status, published_at)
    values ('${idOf(1)}', 'many', 'Many', '{en}', 'published', clock());
  insert into episodes (id, series_id, episode_number, title, status, published_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${idOf(1)}', n, 'Episode', 'published', clock()
    from generate_series(1, 202) n;
  insert into comments (id, episode_id, user_id, body, status, open_reports, reported_at, created_at)
    select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((1 + n % 200)::text, 12, '0'))::uuid,
      ('00000000-0000-7000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
      case n % 1000 when 3 then 'A zebra crosses ' else 'What an ending ' end || n,
      case n % 1000 when 1 then 'hidden' else 'visible' end, case n % 1000 when 2 then 1 else 0 end,
      case n % 1000 when 2 then clock() end, timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, 20000) n;
  insert into comments (id, episode_id, user_id, body, status, created_at)
    select gen_random_uuid(), '${idOf(201)}', '${idOf(0)}', 'Spam ' || n, 'hidden', timestamptz '2030-01-01'
    from generate_series(1, 3000) n`;

beforeAll(async () => {
  const owner = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await owner.connect();
  await owner.query(many);
  await owner.query('vacuum analyze users, episodes, series, comments');
  await owner.end();
}, 120_000);

/** How many comments are read by work that is done seven times: a plan that is kept is made for any value. */
async function commentsRead(work: (database: Database) => Promise<void>): Promise<number> {
  const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
  const rowsRead = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ read: number }>(
      `select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::integer as read
       from pg_stat_user_tables where relname = 'comments'`,
    );
    return rows[0]?.read ?? 0;
  };
  await rowsRead();
  const before = await rowsRead();
  for (let time = 0; time < 7; time++) await work(database);
  await rowsRead();
  const after = await rowsRead();
  await database.close();
  return after - before;
}

it.each([
  ['that many wrote under', idOf(7), 10],
  ['where all is hidden', idOf(201), 0],
  ['that nobody wrote under', idOf(202), 0],
])('The preview of an episode %s reads what it shows, however often it is asked for', async (_, id, shown) => {
  const read = await commentsRead(async (database) => {
    const row = await readPreview(database, previewKey(id, 10));
    expect(row?.items.match(/"body"/g) ?? []).toHaveLength(shown);
  });
  expect(read).toBeLessThanOrEqual(7 * (shown + 1));
});

it.each([
  [{}, 51],
  [{ status: 'visible' }, 51],
  [{ status: 'deleted' }, 0],
  [{ reported: true }, 20],
  [{ userId: idOf(7) }, 40],
  [{ episodeId: idOf(7) }, 51],
  [{ q: 'zebra' }, 20],
] satisfies [CommentFilters, number][])(
  'The comments with %j are found among many by an index, however often they are asked for',
  async (given, shown) => {
    const keyset = { ...byNewest('createdAt', 'c'), limit: 50, scope: '', cursor: undefined };
    const read = await commentsRead(async ({ db }) => {
      expect(await listComments(db, given, keyset)).toHaveLength(shown);
    });
    // Of what is newest in this world nothing is visible.
    expect(read).toBeLessThan('status' in given && given.status === 'visible' ? 7 * 3200 : 7 * 160);
  },
);
