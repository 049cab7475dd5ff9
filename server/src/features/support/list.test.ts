import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { insertSpending } from '../../../test/harness/payments.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

interface Item {
  id: string;
  status: string;
  countryCode: string | null;
  isGuest: boolean;
  device: { platform: string | null; model: string | null } | null;
  balanceTotal: number;
  totalSpendCents: number;
  lastSeenAt: string | null;
  createdAt: string;
}
interface Page {
  items: Item[];
  nextCursor: string | null;
  total: number;
}

const statuses = ['active', 'suspended', 'banned', 'deleted'];
const countries = ['EG', 'ID', 'SA', null];
const days = ['2026-01-01', '2026-01-02', '2026-01-05', '2026-02-01'];
const random = seededRandom(5);

/** Many users with few values, so that most of them tie in whatever they are sorted by. */
async function populate({ database }: World, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const at = `${random.pick(days)}T${random.pick(['00:00:00', '12:00:00', '23:59:59.999'])}Z`;
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into users (id, is_guest, auth_provider, status, country_code, created_at)
       values ($1, $2, 'none', $3, $4, $5) returning id`,
      [newId(), random.below(2) === 0, random.pick(statuses), random.pick(countries), at],
    );
    const id = rows[0]?.id;
    const seen = random.pick([null, '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z']);
    await database.pool.query('update user_last_seen set last_seen_at = $2 where user_id = $1', [id, seen]);
    if (id) await insertSpending(world, id, random.pick([0, 0, 999, 4999]));
  }
}

beforeAll(async () => {
  await populate(world, 70);
  for (const bonus of [5, 5, 70]) await giveCoins(world, (await makeViewer(world)).id, { bonus });
});

const list = async (query: string): Promise<Page> => (await support.get<Page>(`/admin/users?${query}`)).body;

async function walk(query: string, limit: number, between: () => Promise<unknown> = async () => {}): Promise<Page> {
  const items: Item[] = [];
  let page = await list(`${query}&limit=${limit}`);
  const { total } = page;
  items.push(...page.items);
  while (page.nextCursor) {
    await between();
    page = await list(`${query}&limit=${limit}&cursor=${page.nextCursor}`);
    items.push(...page.items);
  }
  return { items, nextCursor: null, total };
}

const sortValues = {
  created_at: (item: Item) => item.createdAt,
  last_seen_at: (item: Item) => item.lastSeenAt,
  balance: (item: Item) => item.balanceTotal,
  spend: (item: Item) => item.totalSpendCents,
};

/** What the contract says of an order: by the value, nulls last both ways, and by id where values tie. */
function inOrder(items: Item[], sortValue: (item: Item) => string | number | null, order: string): Item[] {
  const way = order === 'asc' ? 1 : -1;
  return [...items].sort((a, b) => {
    const [x, y] = [sortValue(a), sortValue(b)];
    if (x === null || y === null) return x === y ? way * (a.id < b.id ? -1 : 1) : x === null ? 1 : -1;
    return x === y ? way * (a.id < b.id ? -1 : 1) : way * (x < y ? -1 : 1);
  });
}

const orders = Object.entries(sortValues).flatMap(([sort, sortValue]) =>
  ['asc', 'desc'].map((order) => ({ sort, order, sortValue })),
);

describe('the list of users', () => {
  it('shows the fields of the specification, newest first, fifty at a time', async () => {
    const [phoneE164, email] = ['+201234567890', 'shape@example.com'];
    const viewer = await makeViewer(world, { displayName: 'Layla', phoneE164, email });
    const page = await list('');
    expect(page.items[0]).toEqual({
      id: viewer.id,
      email,
      phoneE164,
      displayName: 'Layla',
      countryCode: 'EG',
      language: null,
      isGuest: false,
      device: null,
      status: 'active',
      balanceTotal: 0,
      totalSpendCents: 0,
      lastSeenAt: null,
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      allowed: ['suspend', 'ban', 'adjust', 'logout_all', 'comp_subscription', 'note'],
    });
    expect([page.items.length, page.total]).toEqual([50, 74]);
  });
  it.each(orders)(
    'walks by $sort $order in pages of 7 as in one of 200, with nulls last',
    async ({ sort, order, sortValue }) => {
      const query = `sort=${sort}&order=${order}`;
      const whole = await list(`${query}&limit=200`);
      const ids = (items: Item[]) => items.map(({ id }) => id);
      expect(ids(whole.items)).toEqual(ids(inOrder(whole.items, sortValue, order)));
      expect(ids((await walk(query, 7)).items)).toEqual(ids(whole.items));
      expect(whole.items).toHaveLength(whole.total);
    },
  );
  it.each(['created_at', 'last_seen_at'])(
    'returns every older user once while others register, by %s',
    async (sort) => {
      const before = (await list(`sort=${sort}&limit=200`)).items.map(({ id }) => id);
      const walked = await walk(`sort=${sort}`, 20, () => makeViewer(world));
      const seen = walked.items.map(({ id }) => id).filter((id) => before.includes(id));
      expect(seen).toEqual(before);
    },
  );
  it('refuses a damaged cursor, and one of another filter or sort order', async () => {
    const { nextCursor } = await list('limit=3&status=active');
    for (const query of [
      'status=banned',
      'status=active&country=EG',
      'status=active&sort=balance',
      'status=active&order=asc',
      'status=active&q=x',
      '',
    ]) {
      const answer = await support.get(`/admin/users?${query}&cursor=${nextCursor}`);
      expect([query, answer.body.error]).toEqual([query, 'invalid_cursor']);
    }
    expect((await support.get(`/admin/users?status=active&cursor=${nextCursor}x`)).body.error).toBe('invalid_cursor');
  });
  it.each([
    'limit=0',
    'limit=201',
    'status=gone',
    'guest=yes',
    'country=EGY',
    'sort=email',
    'sort=password_hash',
    'order=up',
    'createdFrom=2026-02-30',
    'createdFrom=2026-01-01T00:00:00Z',
    'createdFrom=2026-02-01&createdTo=2026-01-01',
    'createdfrom=2026-01-01',
  ])('refuses %s', async (query) => {
    expect((await support.get(`/admin/users?${query}`)).body).toMatchObject({
      statusCode: 400,
      error: 'validation_failed',
    });
  });
  it('requires users:read', async () => {
    expect((await (await makeAdminActor(world, 'analyst')).get('/admin/users')).status).toBe(403);
    expect((await (await makeAdminActor(world, 'moderator')).get('/admin/users')).status).toBe(200);
  });
});

describe('filters and exact totals', () => {
  /** The same question asked of the users themselves, without any of the tables that make lists fast. */
  async function naive(filter: Record<string, string>): Promise<string[]> {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select id from users where ($1::text is null or status = $1) and ($2::text is null or country_code = upper($2))
       and ($3::text is null or is_guest = ($3 = 'guest'))
       and ($4::date is null or (created_at at time zone 'UTC')::date >= $4::date)
       and ($5::date is null or (created_at at time zone 'UTC')::date <= $5::date) order by id`,
      ['status', 'country', 'guest', 'createdFrom', 'createdTo'].map((name) => filter[name] ?? null),
    );
    return rows.map(({ id }) => id);
  }

  /** Where the list and the users themselves differ under a filter: nowhere. */
  async function differences(filter: Record<string, string>): Promise<object[]> {
    const query = new URLSearchParams(filter).toString();
    const { items, total } = await list(`${query}&limit=200`);
    const [ids, truth] = [items.map(({ id }) => id).sort(), await naive(filter)];
    return total === truth.length && ids.join() === truth.join() ? [] : [{ query, total, ids, truth }];
  }

  const choices: Record<string, readonly (string | null)[]> = {
    status: [null, ...statuses],
    country: [null, 'EG', 'id', 'IS'],
    guest: [null, 'guest', 'registered'],
    createdFrom: [null, ...days],
    createdTo: [null, ...days],
  };

  function someFilter(): Record<string, string> {
    const chosen = Object.entries(choices).map(([name, values]) => [name, random.pick(values)] as const);
    const filter = Object.fromEntries(chosen.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
    const { createdFrom, createdTo, ...rest } = filter;
    return createdFrom && createdTo && createdFrom > createdTo ? rest : filter;
  }

  it('match the users table for each filter', async () => {
    for (const [name, values] of Object.entries(choices)) {
      for (const value of values) expect(await differences(value === null ? {} : { [name]: value })).toEqual([]);
    }
  });
  it('match it for combinations, while statuses and countries change', async () => {
    const { rows } = await world.database.pool.query<{ id: string }>('select id from users order by id');
    for (let round = 0; round < 25; round++) {
      const changes = Array.from({ length: 8 }, () =>
        world.database.pool.query(
          'update users set status = $2, country_code = $3, is_guest = $4 where id = $1 and email is null',
          [random.pick(rows).id, random.pick(statuses), random.pick(countries), random.below(2) === 0],
        ),
      );
      await Promise.all(changes);
      expect(await differences(someFilter())).toEqual([]);
      expect(await differences(someFilter())).toEqual([]);
    }
  });
  it('are the same after the listing tables are rebuilt', async () => {
    const before = await list('limit=200&sort=balance');
    const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await owner.connect();
    await owner.query('select rebuild_user_listing()');
    await owner.end();
    expect(await list('limit=200&sort=balance')).toEqual(before);
    expect(await differences(someFilter())).toEqual([]);
  });
});

describe('a page of users', () => {
  it('shows each user like their own page, with any name', async () => {
    const displayName = '"Layla" \\ 1 < 2 \u{1f3ac}\u2028';
    const { id } = await makeViewer(world, { displayName, countryCode: 'QA' });
    await Promise.all([giveCoins(world, id, { paid: 3, bonus: 4 }), insertSpending(world, id, 999)]);
    const { items } = await list('country=QA');
    expect(items).toMatchObject([{ displayName, balanceTotal: 7, totalSpendCents: 999 }]);
    const { device: _device, ...ownPage } = items[0] ?? { device: null };
    expect((await support.get(`/admin/users/${id}`)).body).toMatchObject(ownPage);
  });
});
