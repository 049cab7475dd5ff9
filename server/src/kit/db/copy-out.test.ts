import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { csvLine, guardedText } from '../csv.ts';
import { copyOut } from './copy-out.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await owner.connect();
  await owner.query('create table notes (n integer, body text); grant select on notes to cliffhanger_app');
  return () => owner.end();
});

const never = new AbortController().signal;
const open = (query: RawBuilder<unknown>, signal = never) =>
  copyOut(world.database.reports, query.compile(world.database.db), signal);

async function textOf(query: RawBuilder<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of open(query)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Statements of ours that are still at work in the database. */
const copies = async (): Promise<number> => {
  const text = `select from pg_stat_activity where datname = current_database() and query like 'copy (%'
    and state <> 'idle' and pid <> pg_backend_pid()`;
  return (await owner.query(text)).rowCount ?? 0;
};

const tricky = [
  ...['plain', 'a,b', 'say "hi"', 'two\nlines', 'a\r\nb', '', ' ', 'ليلى', "it's", 'back\\slash', '$1', '\\.'],
  ...['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '"', '""', '\n', ',', "';drop table notes;--"],
];

describe('rows that are passed through', () => {
  it('are written as we would write them', async () => {
    await owner.query('truncate notes');
    await owner.query('insert into notes select n, body from unnest($1::text[]) with ordinality as _ (body, n)', [
      tricky,
    ]);
    const text = await textOf(sql`select n, ${guardedText('body')} as body from notes order by n`);
    // The database writes what is empty in quotes, to tell it from what is not there.
    const ours = tricky.map((body, n) => (body === '' ? `${n + 1},""\r\n` : csvLine([n + 1, body])));
    expect(text.replaceAll('"\\."', '\\.')).toBe(['n,body\r\n', ...ours].join(''));
  });

  it.each<[string, RawBuilder<unknown>, string]>([
    ['text', sql`select ${'it\'s \\ $2 "x"'}::text as x, ${'b'}::text as y`, '"it\'s \\ $2 ""x""",b'],
    ['numbers', sql`select ${3} + 1 as x, ${2.5}::numeric as y`, '4,2.5'],
    ['a truth', sql`select ${true}::boolean as x, not ${false} as y`, 't,t'],
    [
      'a moment',
      sql`select ${new Date('2026-07-01T12:00:00Z')}::timestamptz = '2026-07-01 12:00Z' as x, 1 as y`,
      't,1',
    ],
    ['nothing', sql`select ${null}::text as x, ${undefined}::text as y`, ','],
    ['a list', sql`select 2 = any(${[1, 2]}::int[]) as x, 'b' = any(${["b'", 'b']}) as y`, 't,t'],
  ])('may depend on %s', async (_, query, line) => {
    expect(await textOf(query)).toBe(`x,y\r\n${line}\r\n`);
  });

  it('are those of one moment, whatever is written while they are read', async () => {
    await owner.query("truncate notes; insert into notes select n, repeat('x', 200) from generate_series(1, 20000) n");
    let lines = 0;
    for await (const chunk of open(sql`select n, body from notes`)) {
      if (lines === 0) await owner.query("insert into notes select n, 'late' from generate_series(1, 5000) n");
      lines += chunk.toString().split('\r\n').length - 1;
    }
    expect(lines).toBe(20_001);
  });

  it('leave the connection to others when all are read', async () => {
    const { pool } = world.database.reports;
    await textOf(sql`select 1 as x`);
    expect([pool.totalCount - pool.idleCount, await copies()]).toEqual([0, 0]);
    const { rows } = await pool.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '10min' }]);
  });
});

describe('a copy that comes to no good end', () => {
  it('throws what went wrong, and the pool stays fit', async () => {
    const broken = textOf(sql`select 1 / (5000 - n) as x from generate_series(1, 10000) n`);
    await expect(broken).rejects.toMatchObject({ code: '22012' });
    expect(await textOf(sql`select 1 as x`)).toBe('x\r\n1\r\n');
  });

  it.each([
    ['while rows are on their way', sql`select repeat('x', 1000) as x from generate_series(1, 1000000)`],
    ['while the database computes', sql`select 1 as x union all select 1 from pg_sleep(60)`],
  ])('ends in the database when nobody reads it any more, %s', async (_, query) => {
    const gone = new AbortController();
    const rows = open(sql`select * from (${query}) q`, gone.signal)[Symbol.asyncIterator]();
    const first = rows.next();
    await expect.poll(copies).toBe(1);
    gone.abort();
    await first.catch(() => undefined);
    await rows.return(undefined);
    await expect.poll(copies, { timeout: 5_000 }).toBe(0);
    expect(await textOf(sql`select 1 as x`)).toBe('x\r\n1\r\n');
  });

  it('ends in the database when its reader stops in the middle', async () => {
    for await (const chunk of open(sql`select repeat('x', 1000) as x from generate_series(1, 1000000)`)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(copies, { timeout: 5_000 }).toBe(0);
  });

  it('is not begun for someone who is gone already', async () => {
    await expect(open(sql`select 1 as x`, AbortSignal.abort()).next()).rejects.toThrow('aborted');
    const { pool } = world.database.reports;
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});
