import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../test/harness/any-letter.ts';
import { newId } from './id.ts';
import { type Keyset, pageSql, toPage, writeCursor } from './page.ts';

const byTime: Keyset = {
  column: 'made_at',
  id: 'id',
  kind: 'time',
  order: 'desc',
  limit: 50,
  scope: { list: 'users', status: 'active' },
  cursor: undefined,
};
const byNumber: Keyset = { ...byTime, column: 'coins', kind: 'number' };
const byName: Keyset = { ...byTime, column: 'name', kind: 'text', order: 'asc' };

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What a cursor lets into the SQL. */
const valuesAfter = (cursor: string, keyset: Keyset): readonly unknown[] =>
  pageSql({ ...keyset, cursor }).after.compile(compiler).parameters;

const ids = fc.uuid();
const times = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const texts = fc.string({ unit: anyLetter }).filter((text) => !text.includes('\u0000'));
const orders = fc.constantFrom<Keyset['order']>('asc', 'desc');

describe('a cursor', () => {
  it.each([
    ['a time', byTime, times],
    ['a whole number', byNumber, fc.maxSafeInteger()],
    ['a text', byName, texts],
  ] as const)('gives back the place that it was written for, by %s', (_, keyset, values) => {
    fc.assert(
      fc.property(fc.oneof(values), ids, orders, (value, id, order) => {
        const list = { ...keyset, order };
        expect(valuesAfter(writeCursor(value, id, list), list)).toEqual([value, id]);
      }),
    );
  });

  it('gives back the place among rows that lack the value', () => {
    const list = { ...byTime, nullable: true };
    const id = newId();
    expect(valuesAfter(writeCursor(null, id, list), list)).toEqual([id]);
  });

  it('ends with the last page', () => {
    const rows = [newId(), newId(), newId()].map((id) => ({ id, at: new Date() }));
    const page = (limit: number) =>
      toPage(
        rows,
        { ...byTime, limit },
        ({ at }) => at,
        ({ id }) => id,
      );
    expect(page(3)).toEqual({ items: rows.map(({ id }) => id), nextCursor: null });
    expect(page(2)).toMatchObject({ items: rows.slice(0, 2).map(({ id }) => id), nextCursor: expect.any(String) });
    expect(toPage([], byTime, () => null, String)).toEqual({ items: [], nextCursor: null });
  });
});

const place = (keyset: Keyset) => writeCursor(new Date('2026-07-01T12:00:00.123Z'), newId(), keyset);

describe('a cursor that is not quite ours', () => {
  it('is refused wherever one character was changed, taken out or put in', () => {
    const cursor = place(byTime);
    const letter = fc.string({ unit: anyLetter, minLength: 0, maxLength: 2 });
    fc.assert(
      fc.property(fc.nat(cursor.length), fc.integer({ min: 0, max: 3 }), letter, (at, removed, added) => {
        const damaged = cursor.slice(0, at) + added + cursor.slice(at + removed);
        fc.pre(damaged !== cursor);
        expect(() => valuesAfter(damaged, byTime)).toThrow('invalid_cursor');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused when it is cut short, at any place', () => {
    const cursor = place(byTime);
    for (let length = 0; length < cursor.length; length++) {
      expect(() => valuesAfter(cursor.slice(0, length), byTime)).toThrow('invalid_cursor');
    }
  });

  it('is refused when it is any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), (text) => {
        expect(() => valuesAfter(text, byTime)).toThrow('invalid_cursor');
      }),
    );
  });

  it.each([
    ['another list', { scope: { list: 'admins', status: 'active' } }],
    ['another filter', { scope: { list: 'users', status: 'banned' } }],
    ['fewer filters', { scope: { list: 'users' } }],
    ['another order', { order: 'asc' }],
    ['another sort', { column: 'seen_at' }],
  ] as const)('is refused by %s', (_, difference) => {
    expect(() => valuesAfter(place(byTime), { ...byTime, ...difference })).toThrow('invalid_cursor');
  });
});

/** The checksum is not secret, so a cursor can be forged by anyone who reads our code. */
function forge(text: string, { scope, column, order }: Keyset): string {
  const seal = createHash('sha256')
    .update(`${JSON.stringify([scope, column, order])}\n${text}`)
    .digest('base64url');
  return `${Buffer.from(text).toString('base64url')}.${seal.slice(0, 16)}`;
}

describe('a forged cursor', () => {
  const id = '0197a2b4-0000-7000-8000-000000000000';

  it('with honest contents passes, or the cases below would prove nothing', () => {
    expect(valuesAfter(forge(JSON.stringify([7, id]), byNumber), byNumber)).toEqual([7, id]);
  });

  it.each([
    ['no JSON', '[7,', byNumber],
    ['no list', '{"0":7}', byNumber],
    ['null', 'null', byNumber],
    ['no id', '[7]', byNumber],
    ['an id that is none', '[7,"1; drop table users"]', byNumber],
    ['a text for a number', `["7","${id}"]`, byNumber],
    ['a fraction for a whole number', `[7.5,"${id}"]`, byNumber],
    ['a number beyond what is exact', `[9007199254740993,"${id}"]`, byNumber],
    ['an endless number', `[1e999,"${id}"]`, byNumber],
    ['a list for a number', `[[7],"${id}"]`, byNumber],
    ['null where no row lacks the value', `[null,"${id}"]`, byNumber],
    ['a number for a text', `[7,"${id}"]`, byName],
    ['a text that the database cannot hold', `["a\\u0000b","${id}"]`, byName],
    ['half a character', `["\\ud800","${id}"]`, byName],
    ['a number for a time', `[7,"${id}"]`, byTime],
    ['a time that does not exist', `["2026-02-30T00:00:00.000Z","${id}"]`, byTime],
    ['a time without an offset', `["2026-02-03T00:00:00.000","${id}"]`, byTime],
  ])('is refused all the same with %s', (_, text, keyset) => {
    expect(() => valuesAfter(forge(text, keyset), keyset)).toThrow('invalid_cursor');
  });
});
