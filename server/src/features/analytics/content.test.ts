import { describe, expect, it } from 'vitest';
import { type Answer, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { asDay, daysLater } from '../../kit/period.ts';
import { mondayOf } from './rules.ts';

const world = await openWorld();
const [analyst, finance] = [await makeAdminActor(world, 'analyst'), await makeAdminActor(world, 'finance')];
const viewers = await Promise.all([1, 2, 3].map(() => makeViewer(world)));
for (const { id } of viewers) await giveCoins(world, id, { paid: 100 });
const hourAgo = new Date(Date.now() - 3_600_000).toISOString();

interface Done {
  readonly starts: number;
  readonly completes: number;
  readonly seconds: number;
  readonly hits: number;
  readonly unlocks: number;
}

/** A series that so many viewers began, finished, were asked to pay for and unlocked the second episode of. */
async function seriesThat(title: string, done: Done, coins?: number): Promise<void> {
  const seriesId = await makeSeries(world, 'published', { title, freeEpisodes: 1 });
  const [first, second] = [
    await makeEpisode(world, 'published', seriesId, 1),
    await makeEpisode(world, 'published', seriesId, 2),
  ];
  if (coins !== undefined) {
    await finance.post('/admin/pricing/overrides', { scope: 'series', scopeRef: seriesId, coins });
  }
  const answers: Promise<Answer>[] = [];
  for (const [n, viewer] of viewers.entries()) {
    const watch = { episodeId: first, startedAt: hourAgo, secondsWatched: done.seconds, completed: n < done.completes };
    if (n < done.starts) answers.push(viewer.post('/v1/watch', watch));
    const hit = { id: newId(), name: 'paywall_hit', at: hourAgo, episodeId: second };
    if (n < done.hits) answers.push(viewer.post('/v1/events', { events: [hit] }));
    if (n < done.unlocks) answers.push(viewer.post(`/v1/episodes/${second}/unlock`));
  }
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
}

await seriesThat('Amber', { starts: 3, completes: 2, seconds: 10, hits: 1, unlocks: 0 });
await seriesThat('Brine', { starts: 1, completes: 1, seconds: 50, hits: 2, unlocks: 2 });
await seriesThat('Cove', { starts: 2, completes: 0, seconds: 5, hits: 0, unlocks: 1 }, 50);
await analyst.post('/admin/analytics/rollup');

interface Page {
  items: Record<string, unknown>[];
  nextCursor: string | null;
}

async function walk(query: string): Promise<Page['items']> {
  const walked: Page['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: Page } = await analyst.get<Page>(
      `/admin/analytics/content?${query}&limit=1${cursor && `&cursor=${cursor}`}`,
    );
    expect(body.items).toHaveLength(1);
    walked.push(...body.items);
    cursor = body.nextCursor;
  }
  return walked;
}

describe('the list of series', () => {
  it.each([
    ['starts', [1, 2, 3], 'Brine Cove Amber'],
    ['completes', [0, 1, 2], 'Cove Brine Amber'],
    ['completionPercent', [0, 66.67, 100], 'Cove Amber Brine'],
    ['paywallHits', [0, 1, 2], 'Cove Amber Brine'],
    ['unlocks', [0, 1, 2], 'Amber Cove Brine'],
    ['coinsBurned', [0, 20, 50], 'Amber Brine Cove'],
    ['watchSeconds', [10, 30, 50], 'Cove Amber Brine'],
    ['title', ['Amber', 'Brine', 'Cove'], 'Amber Brine Cove'],
  ])('is walked by %s, the least or the most first, each once', async (sort, values, titles) => {
    const found = await walk(`sort=${sort}&order=asc`);
    expect(found.map((item) => item[sort])).toEqual(values);
    expect(found.map(({ title }) => title).join(' ')).toBe(titles);
    expect(await walk(`sort=${sort}&order=desc`)).toEqual(found.toReversed());
  });
  it('has those that are gone from the catalog too, and walks those with the same figures by id', async () => {
    await seriesThat('Bight', { starts: 1, completes: 1, seconds: 50, hits: 2, unlocks: 2 });
    await analyst.post('/admin/analytics/rollup');
    await world.database.pool.query(`update series set deleted_at = clock() where title = 'Bight'`);
    const titles = async (query: string) => (await walk(query)).map(({ title }) => title);
    expect(await titles('sort=title&order=asc')).toEqual(['Amber', 'Bight', 'Brine', 'Cove']);
    expect(await titles('sort=starts&order=asc')).toEqual(['Brine', 'Bight', 'Cove', 'Amber']);
    expect(await titles('sort=starts&order=desc')).toEqual(['Amber', 'Cove', 'Bight', 'Brine']);
    const gone = (await walk('sort=title&order=asc'))[1];
    expect(gone).toMatchObject({ starts: 1, coinsBurned: 20, status: null, genreSlug: null });
  });
  it('is as of the last rollup', async () => {
    const before = await walk('sort=title&order=asc');
    await seriesThat('Dune', { starts: 2, completes: 1, seconds: 7, hits: 1, unlocks: 1 });
    const unseen = { title: 'Dune', starts: 0, completes: 0, unlocks: 0, coinsBurned: 0, watchSeconds: 0 };
    expect(await walk('sort=title&order=asc')).toMatchObject([...before, unseen]);
    await analyst.post('/admin/analytics/rollup');
    const seen = { title: 'Dune', starts: 2, completes: 1, unlocks: 1, coinsBurned: 10, watchSeconds: 14 };
    expect(await walk('sort=title&order=asc')).toMatchObject([...before, seen]);
  });
});

describe('a period of whole weeks', () => {
  const today = asDay(new Date());
  const monday = daysLater(mondayOf(today), -14);
  const sunday = daysLater(monday, 6);
  const startsOf = async (from: string, to: string) =>
    (await analyst.get<Page>(`/admin/analytics/content?dateFrom=${from}&dateTo=${to}&sort=starts`)).body.items[0]
      ?.starts;

  it('has what its weeks were summed up to, and what came of them since', async () => {
    const viewer = await makeViewer(world, { createdAt: `${monday}T00:00:00Z` });
    const seriesId = await makeSeries(world, 'published', { title: 'Ebb', freeEpisodes: 9 });
    const watch = async (n: number, day: string) => {
      const episodeId = await makeEpisode(world, 'published', seriesId, n);
      const body = { episodeId, startedAt: `${day}T12:00:00Z`, secondsWatched: 5, completed: false };
      expect((await viewer.post('/v1/watch', body)).status).toBe(200);
    };
    await watch(1, monday);
    await watch(2, sunday);
    await analyst.post('/admin/analytics/rollup');
    expect([await startsOf(monday, sunday), await startsOf(daysLater(monday, -1), daysLater(sunday, 3))]).toEqual([
      2, 2,
    ]);
    expect([await startsOf(monday, daysLater(sunday, -1)), await startsOf(daysLater(monday, 1), sunday)]).toEqual([
      1, 1,
    ]);
    await watch(3, sunday);
    await analyst.post('/admin/analytics/rollup');
    expect(await startsOf(monday, sunday)).toBe(3);
  });
});
