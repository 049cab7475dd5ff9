import { beforeAll, expect, it } from 'vitest';
import { endpointsOf } from '../../src/endpoints.ts';
import { newId } from '../../src/kit/id.ts';
import { Actor, makeAdminActor } from '../harness/actor.ts';
import { makeEpisode, makeSeries } from '../harness/catalog.ts';
import { makeViewer } from '../harness/viewer.ts';
import { heard, openWorldWithBus, type World } from '../harness/world.ts';

/** What processes keep ready is never shown once it has changed: at once where it was changed, soon everywhere else. */

const world = await openWorldWithBus();
const other = await heard(world.another());
const [root, editor] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'content_manager')];
const viewer = await makeViewer(world, { countryCode: 'ID' });
const today = () => new Date().toISOString().slice(0, 10);

let [seriesId, episodeId, collectionId, commentId, packageId] = ['', '', '', '', ''];
let count = 0;

beforeAll(async () => {
  seriesId = await makeSeries(world, 'published', { title: 'Harbour lights' });
  episodeId = await makeEpisode(world, 'published', seriesId, 1);
  const shown = { titleI18n: { en: 'Placed' }, explanation: 'Made for the tests', type: 'manual' };
  collectionId = (await editor.post<{ id: string }>('/admin/collections', { slug: 'placed', ...shown })).body.id;
  await editor.put(`/admin/collections/${collectionId}/items`, { items: [{ seriesId, sort: 0 }] });
  await editor.post('/admin/rails', { surface: 'for_you', collectionId });
  commentId = (await viewer.post<{ id: string }>('/v1/comments', { episodeId, body: 'What an ending' })).body.id;
  const sold = { sku: 'coins', coins: 100, bonusCoins: 0, priceCents: 99, currency: 'USD', rails: ['ios_store'] };
  packageId = (await root.post<{ id: string }>('/admin/coin-packages', { ...sold, status: 'active' })).body.id;
});

const rewrite = () => editor.put(`/admin/series/${seriesId}`, { synopsis: `Story ${++count}`, note: 'A typo' });
const reprice = (coins: number) =>
  root.post('/admin/pricing/overrides', { scope: 'series', scopeRef: seriesId, coins });

const cases: [what: string, path: () => string, change: () => Promise<{ status: number }>][] = [
  ['the feed, by the words of a series', () => '/v1/feed', rewrite],
  [
    'the feed, by a collection',
    () => '/v1/feed',
    () => editor.put(`/admin/collections/${collectionId}`, { titleI18n: { en: `Placed ${++count}` } }),
  ],
  [
    'the feed, by what is free today',
    () => '/v1/feed',
    () => editor.put('/admin/free-series', { date: today(), seriesId, marketCode: 'ID' }),
  ],
  ['a series, by its words', () => `/v1/series/${seriesId}`, rewrite],
  ['a series, by the price of its episodes', () => `/v1/series/${seriesId}`, () => reprice(0)],
  [
    'its episodes, by one of them',
    () => `/v1/series/${seriesId}/episodes`,
    () => editor.put(`/admin/episodes/${episodeId}`, { synopsis: `Ending ${++count}`, note: 'A typo' }),
  ],
  ['its episodes, by their price', () => `/v1/series/${seriesId}/episodes`, () => reprice(7)],
  ['search, by the words of a series', () => '/v1/search?q=harbour', rewrite],
  [
    'the store, by a package',
    () => '/v1/store/packages',
    () => root.put(`/admin/coin-packages/${packageId}`, { priceCents: 100 + ++count }),
  ],
  ['the flags', () => '/v1/flags', () => root.put('/admin/flags', { flags: { [`public_${++count}`]: true } })],
  [
    'the comments of an episode, by a moderator',
    () => `/v1/comments/preview?episodeId=${episodeId}`,
    () => root.post(`/admin/moderation/comments/${commentId}/hide`, { reason: 'A spoiler' }),
  ],
  [
    'the comments of an episode, by its end',
    () => `/v1/comments/preview?episodeId=${episodeId}`,
    () => editor.post(`/admin/episodes/${episodeId}/workflow`, { action: 'archive' }),
  ],
];

const askIn = (process: World, path: string) =>
  new Actor(process, { authorization: `Bearer ${viewer.token}` }).get(path);
const plain = ({ text }: { text: string }) => text.replace(/"generatedAt":"[^"]*"/, '');

it.each(cases)('A change of %s is seen by all', async (_what, path, change) => {
  const before: string[] = [];
  for (const process of [world, other]) {
    // Cached: a second read takes no statement.
    await expect.poll(async () => (await askIn(process, path())).statements).toEqual([]);
    before.push(plain(await askIn(process, path())));
  }
  expect(before[1]).toBe(before[0]);
  expect((await change()).status).toBeLessThan(300);
  const after = plain(await askIn(world, path()));
  expect(after).not.toBe(before[0]);
  await expect.poll(async () => plain(await askIn(other, path()))).toBe(after);
});

it('What is kept for one market and language is shown in no other', async () => {
  const shown = await makeSeries(world, 'published', { title: 'Northern station', titleI18n: { id: 'Stasiun utara' } });
  await makeEpisode(world, 'published', shown, 1);
  await root.post('/admin/pricing/overrides', { scope: 'market', scopeRef: 'EG', coins: 0 });
  await editor.put('/admin/free-series', { date: today(), seriesId: shown, marketCode: 'SA' });
  // Its answers are all composed anew.
  const alone = await heard(world.another());
  await alone.bus?.stop();
  const callers: Record<string, string>[] = [];
  for (const countryCode of ['ID', 'EG', 'SA']) {
    const { token } = await makeViewer(world, { countryCode });
    for (const language of ['en', 'id'])
      callers.push({ authorization: `Bearer ${token}`, 'accept-language': language });
  }
  const paths = ['/v1/feed', `/v1/series/${shown}`, `/v1/series/${shown}/episodes`, '/v1/search?q=station'];
  for (const path of [...paths, '/v1/store/packages']) {
    const answers = new Set<string>();
    for (const headers of callers) {
      const caller = new Actor(world, headers);
      await expect.poll(async () => (await caller.get(path)).statements).toEqual([]);
      answers.add(plain(await caller.get(path)));
    }
    expect(answers.size, path).toBeGreaterThan(1);
    for (const headers of callers) {
      const kept = await new Actor(world, headers).get(path);
      const composed = await new Actor(alone, headers).get(path);
      expect([kept.statements, plain(kept)], path).toEqual([[], plain(composed)]);
    }
  }
});

it('The cache key of a shared read names nobody: it is the same for all callers of a market and language', () => {
  const shared = endpointsOf(world).flatMap((endpoint) => (endpoint.kind === 'shared' ? endpoint : []));
  expect(shared.length).toBeGreaterThan(5);
  for (const { url, example = {}, cacheKey } of shared) {
    const token = () => ({ id: newId(), expiresAt: new Date(), version: 1 });
    const keys = [false, true].map((isGuest) =>
      cacheKey(
        { params: example.params ?? {}, query: example.query ?? {}, headers: {} },
        { id: newId(), countryCode: 'ID', language: 'id', isGuest, token: token() },
      ),
    );
    expect(keys[1], url).toEqual(keys[0]);
  }
});

it('A new comment is soon in every preview', async () => {
  const next = await makeEpisode(world, 'published', seriesId, 2);
  const path = `/v1/comments/preview?episodeId=${next}`;
  for (const process of [world, other])
    await expect.poll(async () => (await askIn(process, path)).statements).toEqual([]);
  await viewer.post('/v1/comments', { episodeId: next, body: 'First' });
  for (const process of [world, other])
    await expect.poll(async () => (await askIn(process, path)).text).toContain('First');
});

it('The price of an episode changes at the moment that its override names', async () => {
  const priced = await makeSeries(world, 'published');
  await makeEpisode(world, 'published', priced, 1);
  const now = Date.now();
  const inMs = (ms: number) => new Date(now + ms).toISOString();
  // Stopped, so that nothing grows too old by itself.
  await world.clock.stopAt(inMs(0));
  const activeFrom = inMs(10_000);
  const planned = { scope: 'series', scopeRef: priced, coins: 0, activeFrom };
  expect((await root.post('/admin/pricing/overrides', planned)).status).toBe(201);
  const isFree = async () => {
    const { text } = await askIn(world, `/v1/series/${priced}/episodes`);
    return /"isFree":(true|false)/.exec(text)?.[1];
  };
  await expect.poll(async () => (await askIn(world, `/v1/series/${priced}/episodes`)).statements).toEqual([]);
  expect(await isFree()).toBe('false');
  await world.clock.stopAt(inMs(20_000));
  await expect.poll(isFree).toBe('true');
  await world.clock.shift('0');
});
