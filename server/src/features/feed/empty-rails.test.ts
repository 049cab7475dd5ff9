import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
/** The weakest who may look. */
const analyst = await makeAdminActor(world, 'analyst');

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const dayAhead = (days: number) => inHours(24 * days).slice(0, 10);

let count = 0;
async function collection(fields: object): Promise<string> {
  const given = { slug: `placed-${++count}`, titleI18n: { en: `Placed ${count}` }, explanation: 'Made for the tests' };
  return (await editor.post<{ id: string }>('/admin/collections', { ...given, ...fields })).body.id;
}
async function rail(collectionId: string, surface = 'discover'): Promise<string> {
  return (await editor.post<{ id: string }>('/admin/rails', { surface, collectionId })).body.id;
}
async function manual(seriesIds: readonly string[]): Promise<string> {
  const id = await collection({ type: 'manual' });
  const items = seriesIds.map((seriesId, sort) => ({ seriesId, sort }));
  if (items.length > 0) await editor.put(`/admin/collections/${id}/items`, { items });
  return id;
}

const published = await makeSeries(world, 'published', { title: 'Out' });
await sql`update series set published_at = clock() - interval '6 days' where id = ${published}`.execute(
  world.database.db,
);
const soon = await makeSeries(world, 'in_review', { title: 'Soon' });
await makeEpisode(world, 'published', soon, 1);
const runAt = inHours(30);
await editor.post('/admin/schedules', { refType: 'series', refId: soon, action: 'publish', runAt });
const newest = await collection({ type: 'rule', rule: { sort: 'newest', window_days: 7 } });
const byRule = await rail(newest);

interface Stop {
  at: string;
  kind: string;
  series: { id: string; title: string } | null;
}
const stops = async (query: string) =>
  (await analyst.get<{ items: Stop[] }>(`/admin/feed-preview/stops?surface=discover${query}`)).body.items.map(
    ({ at, kind, series }) => [kind, series?.title ?? null, at],
  );

describe('scheduled changes of the feed', () => {
  it('are publications, free series, and series that leave the newest', async () => {
    await editor.put('/admin/free-series', { date: dayAhead(3), seriesId: published, marketCode: 'ID' });
    const leaves = ['window_end', 'Out', expect.any(String)];
    const comes = ['publish', 'Soon', runAt];
    expect(await stops('&days=2')).toEqual([leaves, comes]);
    const free = ['free_series', 'Out', `${dayAhead(3)}T00:00:00.000Z`];
    expect(await stops('&days=7&market=id')).toEqual([
      ...[leaves, comes, free],
      ['free_series', null, `${dayAhead(4)}T00:00:00.000Z`],
    ]);
    expect(await stops('&days=7&market=EG')).toEqual([leaves, comes]);
    expect((await analyst.get('/admin/feed-preview/stops?days=91')).status).toBe(400);
  });
});

describe('several rules with the newest series', () => {
  it('are all evaluated, and a series that leaves two of them at once is listed once', async () => {
    const genreSlug = 'harbour';
    const id = await makeSeries(world, 'published', { title: 'Leaves', genreSlug });
    await sql`update series set published_at = clock() - interval '6 days' where id = ${id}`.execute(world.database.db);
    const made: string[] = [];
    for (const days of [7, 8, 9, 10, 11]) {
      const rule = { sort: 'newest', genre: genreSlug, window_days: days };
      made.push(await rail(await collection({ type: 'rule', rule }), 'for_you'));
    }
    const twice = { sort: 'newest', genre: genreSlug, limit: 5, window_days: 7 };
    made.push(await rail(await collection({ type: 'rule', rule: twice }), 'for_you'));
    const path = '/admin/feed-preview/stops?surface=for_you&days=7';
    const { items } = (await analyst.get<{ items: Stop[] }>(path)).body;
    expect(items.filter(({ kind }) => kind === 'window_end').map(({ series }) => series?.title)).toEqual(
      Array.from({ length: 5 }, () => 'Leaves'),
    );
    for (const one of made) await editor.delete(`/admin/rails/${one}`);
  });
});

describe('empty rails', () => {
  it('are listed, now and in a week', async () => {
    const [none, later] = [await rail(await manual([])), await rail(await manual([soon]))];
    const path = '/admin/feed-preview/empty-rails';
    const empty = async () => {
      const { items } = (await analyst.get<{ items: { id: string; emptyAt: string }[] }>(path)).body;
      return new Map(
        items.map(({ id, emptyAt }) => [id, Math.round(Math.abs(Date.parse(emptyAt) - Date.now()) / hourMs)]),
      );
    };
    expect(await empty()).toEqual(new Map([none, later].map((id) => [id, 0])));
    await sql`update publish_schedules set status = 'cancelled' where ref_id = ${soon}`.execute(world.database.db);
    expect((await empty()).get(byRule)).toBe(7 * 24);
  });
});
