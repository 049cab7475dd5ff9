import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { contains, eq, eqId, eqIgnoringCase, filters, gte, lt, whereId } from '../db/filters.ts';
import { newId } from '../id.ts';
import { byNewest, pageRows, type Sort, writeCursor } from '../page.ts';
import { Day, dayRange, Id, nullable, oneOf } from './schema.ts';
import { openTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';

interface Row {
  id: string;
  shelf: string;
  title: string;
  pages: number | null;
  createdAt: Date;
}
interface Filters {
  shelf?: string | undefined;
  title?: string | undefined;
  q?: string | undefined;
  bookId?: string | undefined;
  likeId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}
const conditions = filters<Filters>({
  shelf: eq('b.shelf'),
  title: eqIgnoringCase('b.title'),
  q: contains('b.title', 'b.shelf'),
  bookId: eqId('b.id'),
  likeId: whereId((id) => sql`b.shelf = (select shelf from books where id = ${id})`),
  from: gte('b.created_at'),
  before: lt('b.created_at'),
});
const columns = sql`b.id, b.shelf, b.title, b.pages, b.created_at as "createdAt"`;
const Book = Type.Object({ id: Id, title: Type.String(), pages: nullable(Type.Integer()), seenBy: Type.String() });
const query = {
  shelf: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  q: Type.Optional(Type.String()),
  bookId: Type.Optional(Type.String()),
  likeId: Type.Optional(Type.String()),
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
};
const sorts: Record<'title' | 'pages', Sort<'title' | 'pages'>> = {
  title: { field: 'title', column: 'b.title', id: 'b.id', kind: 'text', order: 'asc' },
  pages: { field: 'pages', column: 'b.pages', id: 'b.id', kind: 'number', order: 'asc', nullable: true },
};

const endpoints = [
  strictEndpoint.list({
    url: '/books',
    summary: '',
    access: ['write'],
    query,
    item: Book,
    sort: byNewest('createdAt', 'b'),
    list: (db, { dateFrom, dateTo, ...given }, keyset) =>
      pageRows(db, keyset, sql<Row>`select ${columns} from books b`, [
        ...conditions({ ...given, ...dayRange(dateFrom, dateTo) }),
      ]),
    show: (row, { name }) => ({ ...row, seenBy: name }),
  }),
  strictEndpoint.list({
    url: '/shelves/:shelf/books',
    summary: '',
    access: ['write'],
    params: { shelf: Type.String() },
    item: Book,
    query: { sort: Type.Optional(oneOf(['title', 'pages'])) },
    target: async (_db, { shelf }) => (shelf === 'none' ? undefined : { shelf }),
    sort: ({ sort = 'title' }) => sorts[sort],
    list: (db, _given, keyset, { target: { shelf } }) =>
      pageRows(db, keyset, sql<Row>`select ${columns} from books b`, conditions({ shelf })),
    show: (row) => ({ ...row, seenBy: '' }),
  }),
  strictEndpoint.list({
    url: '/shelves/:shelf/titles',
    summary: '',
    access: ['write'],
    params: { shelf: Type.String() },
    item: Book,
    query: { lang: Type.Optional(Type.String()) },
    headers: { 'x-reader': 'Who reads' },
    sort: sorts.title,
    cursorScope: ({ params: { shelf }, caller: { name } }) => ['titles', shelf, name],
    list: async (db, _given, keyset, { params: { shelf }, headers }) => {
      const rows = await pageRows(db, keyset, sql<Row>`select ${columns} from books b`, conditions({ shelf }));
      return rows.map((row) => ({ ...row, seenBy: headers['x-reader'] ?? '' }));
    },
    show: (row) => row,
  }),
];

let testApp: TestApp;
const ids = Array.from({ length: 12 }, () => newId());
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    `create table books (id uuid primary key, shelf text, title text, pages integer, created_at timestamptz(3));
     grant select on books to cliffhanger_app`,
  );
  for (const [n, id] of ids.entries()) {
    await testApp.run('insert into books values ($1, $2, $3, $4, $5)', [
      ...[id, n % 2 === 0 ? 'east' : 'west', `Book ${String.fromCharCode(65 + n)}`],
      ...[n % 3 === 0 ? null : n, `2026-07-${String(n + 1).padStart(2, '0')}T12:00:00Z`],
    ]);
  }
});

interface Page {
  items: { id: string; title: string; seenBy: string }[];
  nextCursor: string | null;
}
async function page(path: string): Promise<Page & { status: number; error?: string }> {
  const { status, text } = await testApp.call(`GET ${path}`);
  const body: Page & { error?: string } = JSON.parse(text);
  return { status, ...body };
}
const letters = ({ items }: Page): string => items.map(({ title }) => title.slice(-1)).join('');

describe('a list', () => {
  it('goes page by page through what its filters leave, shown to the one who looks', async () => {
    const first = await page('/books?limit=5&shelf=east');
    expect([letters(first), first.items[0]?.seenBy]).toEqual(['KIGEC', 'ann']);
    const rest = await page(`/books?limit=5&shelf=east&cursor=${first.nextCursor}`);
    expect([letters(rest), rest.nextCursor]).toEqual(['A', null]);
  });

  it('has fifty rows on a page by default, and at most two hundred', async () => {
    expect(letters(await page('/books'))).toBe('LKJIHGFEDCBA');
    await testApp.run(`insert into books
      select gen_random_uuid(), 'attic', 'Atlas', n, clock() from generate_series(1, 201) n`);
    const [usual, most] = [await page('/books?shelf=attic'), await page('/books?shelf=attic&limit=200')];
    expect([usual.items.length, most.items.length]).toEqual([50, 200]);
    expect([usual.nextCursor, most.nextCursor]).toEqual([expect.any(String), expect.any(String)]);
    for (const limit of [0, 201]) expect((await page(`/books?limit=${limit}`)).error).toBe('validation_failed');
    await testApp.run(`delete from books where shelf = 'attic'`);
  });

  it('takes its cursor for itself alone: the same address, path and filters, in any order', async () => {
    const { nextCursor } = await page('/books?limit=2&shelf=east&q=book');
    expect((await page(`/books?q=book&cursor=${nextCursor}&limit=3&shelf=east`)).status).toBe(200);
    for (const other of ['/books?shelf=east', '/books?shelf=west&q=book', '/shelves/east/books?']) {
      expect((await page(`${other}&cursor=${nextCursor}`)).error, other).toBe('invalid_cursor');
    }
    const east = await page('/shelves/east/books?limit=2');
    expect((await page(`/shelves/west/books?limit=2&cursor=${east.nextCursor}`)).error).toBe('invalid_cursor');
    expect((await page(`/shelves/east/books?sort=pages&cursor=${east.nextCursor}`)).error).toBe('invalid_cursor');
    expect((await page('/books?cursor=%00')).error).toBe('invalid_cursor');
  });

  it('takes its cursor for what it says itself, where it does', async () => {
    const { nextCursor } = await page('/shelves/east/titles?limit=2&lang=ar');
    const keyset = { ...sorts.title, limit: 2, cursor: undefined, scope: ['titles', 'east', 'ann'] };
    expect(nextCursor).toBe(writeCursor('Book C', ids[2] ?? '', keyset));
    expect(letters(await page(`/shelves/east/titles?limit=2&lang=id&cursor=${nextCursor}`))).toBe('EG');
    expect((await page(`/shelves/west/titles?limit=2&cursor=${nextCursor}`)).error).toBe('invalid_cursor');
  });

  it('is given the headers that it named', async () => {
    const { text } = await testApp.call('GET /shelves/east/titles?limit=1', { headers: { 'x-reader': 'Mina' } });
    expect(JSON.parse(text)).toMatchObject({ items: [{ seenBy: 'Mina' }] });
  });

  it('may be sorted as the query says', async () => {
    const walk = async (path: string, cursor = ''): Promise<string> => {
      const part = await page(`${path}&limit=2${cursor && `&cursor=${cursor}`}`);
      return letters(part) + (part.nextCursor === null ? '' : await walk(path, part.nextCursor));
    };
    expect(await walk('/shelves/east/books?sort=title')).toBe('ACEGIK');
    expect(await walk('/shelves/east/books?sort=pages')).toBe('CEIKAG');
  });

  it('is not found where its target is not, before anything about the query', async () => {
    expect((await page('/shelves/none/books?limit=x')).error).toBe('not_found');
  });
});

describe('a filter', () => {
  it.each([
    ['equal', 'shelf=west', 'LJHFDB'],
    ['equal, whatever the case', 'title=bOOk%20c', 'C'],
    ['a part of either', 'q=OOK%20B', 'B'],
    ['a part that looks like a wildcard', 'q=%25', ''],
    ['an id', `bookId=${ids[2]}`, 'C'],
    ['an id in capitals', `bookId=${ids[2]?.toUpperCase()}`, 'C'],
    ['what is no id', 'bookId=nonsense', ''],
    ['an id of something like it', `likeId=${ids[0]}`, 'KIGECA'],
    ['what is no id of something like it', 'likeId=nonsense', ''],
    ['from a day on', 'dateFrom=2026-07-11', 'LK'],
    ['up to a day, that day included', 'dateTo=2026-07-02', 'BA'],
    ['all at once', 'dateFrom=2026-07-02&dateTo=2026-07-05&shelf=east&q=book', 'EC'],
  ])('by what is %s', async (_, given, found) => {
    expect(letters(await page(`/books?${given}`))).toBe(found);
  });
});
