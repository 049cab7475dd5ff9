import { describe, expect, it } from 'vitest';
import { readRelations, readSources, readsIn, type Source, writesIn } from './sql-texts.ts';

const { tables, views } = readRelations();
const sources = readSources();

/** Rows that triggers keep for lists to sort and count by; like a view they are there to be read, and decide nothing. */
const projections = new Set(['user_listing', 'user_balances', 'user_last_seen', 'user_counts']);

/** Every table with the areas of the code that name it in one of these ways. */
function areasBy(...ways: ((code: string) => string[])[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { area, code } of sources) {
    for (const table of ways.flatMap((namesIn) => namesIn(code)).filter((name) => tables.has(name))) {
      all.set(table, (all.get(table) ?? new Set()).add(area));
    }
  }
  return all;
}

const users = areasBy(readsIn, writesIn);
const describeUse = (table: string, areas: ReadonlySet<string> | undefined): string =>
  `${table}: ${[...(areas ?? ['nobody'])].sort().join(', ')}`;

describe('each table belongs to one feature, or to the kit', () => {
  it('which alone writes it', () => {
    const shared = [...areasBy(writesIn)].filter(([, areas]) => areas.size > 1);
    expect(shared.map(([table, areas]) => describeUse(table, areas))).toEqual([]);
  });
  it('which alone reads it; others use its public functions or the views that it keeps', () => {
    const shared = [...users].filter(([table, areas]) => areas.size > 1 && !projections.has(table));
    expect(shared.map(([table, areas]) => describeUse(table, areas))).toEqual([]);
  });
  it('and so does each view: it reads the tables of one of them', () => {
    const mixed = [...views].filter(
      ([, read]) => new Set(read.flatMap((table) => [...(users.get(table) ?? [])])).size !== 1,
    );
    expect(mixed.map(([view, read]) => describeUse(view, new Set(read)))).toEqual([]);
  });
  it('and no view is kept that nobody reads, but for the release before this one', () => {
    const read = sources.flatMap(({ code }: Source) => readsIn(code));
    expect([...views.keys()].filter((view) => !read.includes(view))).toEqual(['archived_item_images', 'told_events']);
  });
  it('and no feature puts a table’s name together while it runs, where nobody could read it', () => {
    const putTogether =
      /(?<!\bfor (?:no key )?|\bdistinct )\b(?:from|join|into|update)\s+(?:only\s+)?\$\{|sql\.table\(/i;
    const hidden = sources.filter(({ path, code }) => path.startsWith('features/') && putTogether.test(code));
    expect(hidden.map(({ path }) => path)).toEqual([]);
  });
});

describe('the look at the SQL', () => {
  it('sees the tables and views that are there', () => {
    expect([...tables]).toEqual(expect.arrayContaining(['admins', 'ledger.entries', 'outbox', 'users', 'watches']));
    expect(views.get('current_episodes')).toEqual(['episodes', 'series']);
    expect([...users.keys()]).toEqual(expect.arrayContaining(['admins', 'audit_log', 'job_runs', 'idempotency_keys']));
  });
  it.each([
    ['sql`insert into ledger.proofs (id) values (1)`', ['ledger.proofs']],
    ["tx.updateTable('users').set({})", ['users']],
    ['sql`delete from only outbox where id = 1`', ['outbox']],
    ['sql`\n  update  user_notes n set body = 1`', ['user_notes']],
    ['/** What users do in an update users know of. */', []],
  ])('finds what is written in %s', (code, found) => {
    expect(writesIn(code).filter((name) => tables.has(name))).toEqual(found);
  });
  it.each([
    ['sql`select 1 from public.admins a`', ['admins']],
    ['sql`select 1 from (users u join roles on true)`', ['users', 'roles']],
    ['sql`select 1 from watches w, episodes e`', ['watches', 'episodes']],
    ['sql`delete from watches w using\n series s`', ['watches', 'series']],
    ["db.selectFrom('episodes as e').innerJoin('series as s', 'a', 'b')", ['episodes', 'series']],
    ["db.selectFrom(['jobs', 'job_runs'])", ['jobs', 'job_runs']],
    ['// copied from users\nconst url = "https://a/b";', []],
  ])('finds what is read in %s', (code, found) => {
    expect(readsIn(code).filter((name) => tables.has(name))).toEqual(found);
  });
});
