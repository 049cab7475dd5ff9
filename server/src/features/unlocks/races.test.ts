import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';

/** Unlocks that race with each other and with other coin movements, in three processes on one database. */

const world = await openWorld();
const processes = [world, world.another(), world.another()];
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');

interface Body {
  balanceTotal: number;
  unlockId: string;
  error?: string;
}

interface Answer {
  status: number;
  body: Body;
}

async function unlock(by: World, { token }: Viewer, id: string, payload: object = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await by.app.inject({ method: 'POST', url: `/v1/episodes/${id}/unlock`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

/** Concurrent requests, spread over the processes. */
const race = (count: number, one: (by: World, n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(processes[n % processes.length] ?? world, n)));

const said = ({ status, body }: Answer): string => body.error ?? `${status}`;
const count = (answers: readonly Answer[], what: string): number => answers.filter((one) => said(one) === what).length;

interface Held {
  balanceTotal: number;
  unlocksCount: number;
}
const held = async ({ id }: Viewer): Promise<Held> => (await support.get<Held>(`/admin/users/${id}`)).body;

async function viewerWith(coins: { paid?: number; bonus?: number }): Promise<Viewer> {
  const viewer = await makeViewer(world);
  await giveCoins(world, viewer.id, coins);
  return viewer;
}

/** Runs `work` while another transaction has locked a user. */
async function whileHeld<T>({ id }: Viewer, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from users where id = $1 for no key update', [id]);
    return await work();
  } finally {
    await holder.query('commit');
    await holder.end();
  }
}
const someoneWaits = async () => {
  await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
};

describe('concurrently', () => {
  it('fifty unlocks of one episode by one user take the coins once, and return the same unlock', async () => {
    const [viewer, episodeId] = [await viewerWith({ paid: 100, bonus: 5 }), await makeEpisode(world, 'published')];
    const answers = await race(50, (by) => unlock(by, viewer, episodeId));
    expect(count(answers, '200')).toBe(50);
    expect(new Set(answers.map(({ body }) => `${body.unlockId} ${body.balanceTotal}`)).size).toBe(1);
    expect(await held(viewer)).toMatchObject({ balanceTotal: 95, unlocksCount: 1 });
  });

  it('fifty in one process all succeed', async () => {
    const [viewer, episodeId] = [await viewerWith({ paid: 100 }), await makeEpisode(world, 'published')];
    const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(world, viewer, episodeId)));
    expect(count(answers, '200')).toBe(50);
    expect(await held(viewer)).toMatchObject({ balanceTotal: 90, unlocksCount: 1 });
  });

  it('unlocks of two episodes with coins for one unlock one of them', async () => {
    const viewer = await viewerWith({ paid: 12, bonus: 3 });
    const episodes = [await makeEpisode(world, 'published'), await makeEpisode(world, 'published')];
    const answers = await race(30, (by, n) => unlock(by, viewer, episodes[Math.floor(n / 3) % 2] ?? ''));
    expect([count(answers, '200'), count(answers, 'insufficient_balance')]).toEqual([15, 15]);
    expect(new Set(answers.flatMap(({ body }) => body.unlockId ?? [])).size).toBe(1);
    expect(await held(viewer)).toMatchObject({ balanceTotal: 5, unlocksCount: 1 });
  });

  it('unlocks and deductions of one user never exceed the balance', async () => {
    const viewer = await viewerWith({ paid: 60, bonus: 40 });
    const episodes = await Promise.all(Array.from({ length: 9 }, () => makeEpisode(world, 'published')));
    const deduct = () =>
      finance.post<Body>(`/admin/users/${viewer.id}/wallet/adjust`, {
        amount: 10,
        direction: 'deduct',
        reason: 'fraud_race',
      });
    const [unlocks, deductions] = await Promise.all([
      race(9, (by, n) => unlock(by, viewer, episodes[n] ?? '')),
      Promise.all(Array.from({ length: 9 }, deduct)),
    ]);
    const done = [...unlocks, ...deductions].filter(({ status }) => status === 200);
    expect(done).toHaveLength(10);
    expect(await held(viewer)).toMatchObject({ balanceTotal: 0, unlocksCount: count(unlocks, '200') });
  });

  it('many users unlock once each, while some send two requests', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const viewers = await Promise.all(Array.from({ length: 20 }, () => viewerWith({ bonus: 25 })));
    const answers = await Promise.all(
      [...viewers, ...viewers, ...viewers].map((viewer, n) => unlock(processes[n % 3] ?? world, viewer, episodeId)),
    );
    expect(count(answers, '200')).toBe(60);
    for (const viewer of viewers) expect(await held(viewer)).toMatchObject({ balanceTotal: 15, unlocksCount: 1 });
  });

  it('an unlock and a price change charge one of the two prices, never one that differs from expectedCoins', async () => {
    const viewers = await Promise.all(Array.from({ length: 12 }, () => viewerWith({ paid: 100 })));
    const episodeId = await makeEpisode(world, 'published');
    const reprice = (by: AdminActor) =>
      by.post('/admin/pricing/overrides', { scope: 'episode', scopeRef: episodeId, coins: 30 });
    const [answers] = await Promise.all([
      Promise.all(
        viewers.map((viewer, n) => unlock(processes[n % 3] ?? world, viewer, episodeId, { expectedCoins: 10 })),
      ),
      reprice(finance),
    ]);
    expect(count(answers, '200') + count(answers, 'price_changed')).toBe(12);
    for (const [n, viewer] of viewers.entries()) {
      const left = answers[n]?.status === 200 ? 90 : 100;
      expect((await held(viewer)).balanceTotal).toBe(left);
    }
  });
});

describe('a user locked by another transaction', () => {
  it('does not delay others, and succeeds in the end', async () => {
    const [busyOne, other, episodeId] = [
      ...[await viewerWith({ paid: 10 }), await viewerWith({ paid: 10 })],
      await makeEpisode(world, 'published'),
    ] as const;
    const waited = await whileHeld(busyOne, async () => {
      const answer = unlock(world, busyOne, episodeId);
      await someoneWaits();
      expect((await unlock(world, other, episodeId)).body.balanceTotal).toBe(0);
      return { answer };
    });
    expect((await waited.answer).body.balanceTotal).toBe(0);
  });

  it('is decided by the prices, balance and unlocks after the lock is released', async () => {
    const [viewer, episodeId] = [await viewerWith({ paid: 50 }), await makeEpisode(world, 'published')];
    const { answer } = await whileHeld(viewer, async () => {
      const asked = unlock(world, viewer, episodeId, { expectedCoins: 10 });
      await someoneWaits();
      const dearer = { scope: 'episode', scopeRef: episodeId, coins: 15, activeFrom: '2026-01-01T00:00:00Z' };
      expect((await finance.post('/admin/pricing/overrides', dearer)).status).toBe(201);
      return { answer: asked };
    });
    expect((await answer).body).toEqual({ statusCode: 409, error: 'price_changed', coinsRequired: 15 });
    expect(await held(viewer)).toMatchObject({ balanceTotal: 50, unlocksCount: 0 });
  });

  it.each([
    ['is banned', "update users set status = 'banned' where id = $1", 'user_banned'],
    ['is signed out everywhere', 'update users set token_version = token_version + 1 where id = $1', 'token_revoked'],
  ])('who %s meanwhile unlocks nothing', async (_what, statement, error) => {
    const [viewer, episodeId] = [await viewerWith({ paid: 50 }), await makeEpisode(world, 'published')];
    const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await holder.connect();
    await holder.query('begin');
    await holder.query(statement, [viewer.id]);
    const asked = unlock(world, viewer, episodeId);
    await someoneWaits();
    await holder.query('commit');
    await holder.end();
    expect((await asked).body.error).toBe(error);
    expect(await held(viewer)).toMatchObject({ balanceTotal: 50, unlocksCount: 0 });
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
