import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');

interface Rail {
  id: string;
  surface: string;
  collectionId: string;
  sort: number;
  status: string;
  revision: number;
  orderRevision: number;
  warnings: { code: string }[];
  error?: string;
}
interface Order {
  items: Rail[];
  revision: number;
}

let count = 0;
async function collection(): Promise<string> {
  const { body } = await editor.post<{ id: string }>('/admin/collections', {
    slug: `rail-${++count}`,
    titleI18n: { en: `Rail ${count}` },
    type: 'manual',
    explanation: 'What our editors watched twice',
  });
  return body.id;
}
const rail = async (fields: object = {}) =>
  (await editor.post<Rail>('/admin/rails', { surface: 'discover', collectionId: await collection(), ...fields })).body;
const listed = async (surface: string) =>
  (await editor.get<{ items: Rail[] }>(`/admin/rails?surface=${surface}&limit=200`)).body.items;
const idsOf = (rails: readonly Rail[]) => rails.map(({ id }) => id);
async function emptied(surface: string): Promise<void> {
  for (const { id } of await listed(surface)) await editor.delete(`/admin/rails/${id}`);
}

describe('a rail', () => {
  it('is created at the end or at a place, edited, moved to another surface and deleted', async () => {
    await emptied('discover');
    const [first, second] = [await rail(), await rail()];
    expect([first, second]).toMatchObject([
      { sort: 0, status: 'active', warnings: [] },
      { sort: 1, status: 'active' },
    ]);
    const printed = { surface: 'discover', collectionId: first.collectionId, sort: 0, status: 'paused' };
    const front = await rail(printed);
    expect(front).toMatchObject(printed);
    expect(new Set(idsOf((await listed('discover')).slice(0, 2)))).toEqual(new Set([first.id, front.id]));
    const url = `/admin/rails/${second.id}`;
    const moved = await editor.put<Rail>(url, { surface: 'for_you', sort: 3 }, { headers: { 'if-match': '"1"' } });
    expect(moved.body).toMatchObject({ surface: 'for_you', sort: 3, revision: 2, collectionId: second.collectionId });
    expect((await editor.put(url, { status: 'paused' }, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await editor.put<Rail>(url, { sort: 3 }, { changesNothing: true })).body.revision).toBe(2);
    expect((await editor.delete(url)).status).toBe(204);
    expect((await editor.put(url, { sort: 3 })).status).toBe(404);
  });

  it('can show the same collection as another rail', async () => {
    const { id, collectionId } = await rail();
    const [beside, elsewhere] = [await rail({ collectionId }), await rail({ collectionId, surface: 'for_you' })];
    const all = [...(await listed('discover')), ...(await listed('for_you'))];
    const showing = all.filter((one) => one.collectionId === collectionId);
    expect(new Set(idsOf(showing))).toEqual(new Set([id, beside.id, elsewhere.id]));
  });

  it.each([
    [{ surface: 'home' }, 400],
    [{ sort: -1 }, 400],
    [{ status: 'off' }, 400],
    [{ collectionId: newId() }, 404],
    [{ collectionId: 'picks' }, 404],
  ])('with %o is refused', async (fields, status) => {
    const body = { surface: 'discover', collectionId: await collection(), ...fields };
    expect((await editor.post('/admin/rails', body)).status).toBe(status);
  });

  it('prevents the deletion of its collection, even if created concurrently', async () => {
    const { id, collectionId } = await rail();
    const shown = await editor.get<{ items: Rail[] }>(`/admin/rails?collectionId=${collectionId.toUpperCase()}`);
    expect(idsOf(shown.body.items)).toEqual([id]);
    expect(await editor.delete(`/admin/collections/${collectionId}`)).toMatchObject({
      status: 409,
      body: { error: 'collection_in_use', railIds: [id] },
    });
    for (let round = 0; round < 5; round++) {
      const free = await collection();
      const [gone, shown] = await Promise.all([
        editor.delete(`/admin/collections/${free}`),
        editor.post('/admin/rails', { surface: 'discover', collectionId: free }),
      ]);
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([gone.status, shown.status]);
    }
  });

  it('of for_you beyond the twelfth is allowed with a warning', async () => {
    await emptied('for_you');
    const collectionId = await collection();
    const warnings: Rail['warnings'][] = [];
    for (let n = 0; n < 13; n++) warnings.push((await rail({ surface: 'for_you', collectionId })).warnings);
    expect(warnings.slice(0, 12).flat()).toEqual([]);
    expect(warnings[12]).toEqual([{ code: 'too_many_rails', active: 13, shown: 12 }]);
    await emptied('for_you');
  });
});

describe('an order of rails', () => {
  const reorder = (order: readonly string[], headers = {}) =>
    editor.put<Order & Rail>('/admin/rails/reorder', { surface: 'discover', order }, { headers });

  it('must list every rail of the surface once', async () => {
    await emptied('discover');
    const [a, b, c] = [await rail(), await rail({ sort: 9 }), await rail({ status: 'paused', sort: 20 })];
    const other = await rail({ surface: 'for_you' });
    const { body } = await reorder([c.id.toUpperCase(), a.id, b.id]);
    expect(body.items.map(({ id, sort }) => [id, sort])).toEqual([
      [c.id, 0],
      [a.id, 1],
      [b.id, 2],
    ]);
    expect(await listed('discover')).toMatchObject(body.items.map(({ id }) => ({ id })));
    const cases = [
      { order: [a.id, b.id], faults: { missing: [c.id], unknown: [], repeated: [] } },
      { order: [a.id, b.id, c.id, other.id], faults: { missing: [], unknown: [other.id], repeated: [] } },
      { order: [a.id, a.id, b.id, c.id], faults: { missing: [], unknown: [], repeated: [a.id] } },
    ];
    for (const { order, faults } of cases) {
      expect(await reorder(order)).toMatchObject({ status: 400, body: { error: 'invalid_order', ...faults } });
    }
    expect(idsOf(await listed('discover'))).toEqual([c.id, a.id, b.id]);
  });

  it('is refused for an old revision of the surface', async () => {
    await emptied('discover');
    const [a, b] = [await rail(), await rail()];
    const { orderRevision } = b;
    const seen = { 'if-match': `"${orderRevision}"` };
    expect((await reorder([b.id, a.id], seen)).body.revision).toBe(orderRevision + 1);
    expect((await reorder([a.id, b.id], seen)).status).toBe(412);
    const racers = await Promise.all(
      [1, 2, 3, 4].map(() => reorder([a.id, b.id], { 'if-match': `"${orderRevision + 1}"` })),
    );
    expect(racers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });
});

describe('the preview reel', () => {
  interface Reel {
    entries: { seriesId: string; editorialHeroScore: number; series: { title: string } }[];
    revision: number;
    field?: string;
    details?: { path: string }[];
  }
  const put = (entries: object[], headers = {}) => editor.put<Reel>('/admin/preview-reel', { entries }, { headers });

  it('is replaced as a whole, highest score first', async () => {
    const [a, b, c] = [
      await makeSeries(world, 'published'),
      await makeSeries(world, 'published'),
      await makeSeries(world, 'draft'),
    ];
    const first = await put([
      { seriesId: a, editorialHeroScore: 10 },
      { seriesId: b.toUpperCase(), editorialHeroScore: 90 },
    ]);
    expect(first.body.entries).toMatchObject([
      { seriesId: b, editorialHeroScore: 90 },
      { seriesId: a, editorialHeroScore: 10 },
    ]);
    const scored = await editor.get<{ editorial_hero_score: number | null }>(`/admin/series/${b}`);
    expect(scored.body.editorial_hero_score).toBe(90);
    const seen = { 'if-match': `"${first.body.revision}"` };
    const second = await put([{ seriesId: c, editorialHeroScore: 50 }], seen);
    expect((await editor.get<Reel>('/admin/preview-reel')).body).toEqual(second.body);
    expect(second.body.entries.map(({ seriesId }) => seriesId)).toEqual([c]);
    expect((await put([], seen)).status).toBe(412);
    const series = await editor.get<{ editorial_hero_score: number | null; revision: number }>(`/admin/series/${a}`);
    expect(series.body).toMatchObject({ editorial_hero_score: null, revision: 3 });
    expect((await put([])).body.entries).toEqual([]);
  });

  it('must list existing series once', async () => {
    const a = await makeSeries(world, 'published');
    const twice = [1, 2].map((editorialHeroScore) => ({ seriesId: a, editorialHeroScore }));
    expect((await put(twice)).body.details?.[0]?.path).toBe('entries.1.seriesId');
    expect(await put([{ seriesId: newId(), editorialHeroScore: 1 }])).toMatchObject({
      status: 404,
      body: { field: 'entries.0.seriesId' },
    });
    expect((await put([{ seriesId: a, editorialHeroScore: 1.5 }])).status).toBe(400);
    expect((await put([{ seriesId: a, editorialHeroScore: -1 }])).status).toBe(400);
  });
});
