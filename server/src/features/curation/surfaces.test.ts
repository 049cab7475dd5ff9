import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
const analyst = await makeAdminActor(world, 'analyst');
const support = await makeAdminActor(world, 'support');

interface Rail {
  id: string;
  status: string;
  collectionId: string;
  sort: number;
  shownSeries: number;
  hiddenSeries: number;
}
interface Surface {
  revision: number;
  rails: Rail[];
  shownAtMost: number | null;
  allowed: string[];
  error?: string;
  details?: { path: string }[];
}
interface DryRun {
  effects: { audit: { action: string }[] };
}

let count = 0;
async function collection(fields: object = {}): Promise<string> {
  const { body } = await editor.post<{ id: string }>('/admin/collections', {
    slug: `surface-${++count}`,
    titleI18n: { en: `Collection ${count}` },
    type: 'manual',
    explanation: 'What our editors watched twice',
    ...fields,
  });
  return body.id;
}
const fill = (id: string, series: readonly string[]) =>
  editor.put(`/admin/collections/${id}/items`, { items: series.map((seriesId, sort) => ({ seriesId, sort })) });

const url = '/admin/surfaces/discover';
const board = async () => (await editor.get<Surface>(url)).body;
const arrange = (body: object, headers = {}) => editor.put<Surface>(url, body, { headers });
const idsOf = ({ rails }: Pick<Surface, 'rails'>) => rails.map(({ id }) => id);
const newRail = async () => ({ collectionId: await collection() });
/** The surface with so many rails and nothing else. */
async function rails(howMany: number): Promise<Surface> {
  const made = await Promise.all(Array.from({ length: howMany }, newRail));
  return (await arrange({ rails: made, removed: idsOf(await board()) })).body;
}
const actions = async () =>
  (
    await (await makeAdminActor(world, 'superadmin')).get<{ items: { action: string }[] }>('/admin/audit-log?limit=200')
  ).body.items.map(({ action }) => action);

describe('a surface', () => {
  it('is updated as a whole: rails are removed, created, paused and moved, each with an audit entry', async () => {
    const first = await rails(3);
    const [a, b, c] = idsOf(first);
    const before = (await actions()).length;
    const wanted = {
      rails: [{ id: c }, { ...(await newRail()), status: 'paused' }, { id: a?.toUpperCase(), status: 'paused' }],
      removed: [b],
      note: 'For the weekend',
    };
    const { body, status } = await arrange(wanted, { 'if-match': `"${first.revision}"` });
    expect(status).toBe(200);
    expect(body.rails.map(({ id, status: now }) => [id, now])).toEqual([
      [c, 'active'],
      [expect.any(String), 'paused'],
      [a, 'paused'],
    ]);
    expect(body.revision).toBeGreaterThan(first.revision);
    expect(await board()).toEqual(body);
    const made = (await actions()).slice(0, (await actions()).length - before);
    expect(made.filter((action) => action.startsWith('rail.'))).toEqual([
      ...['rail.reorder', 'rail.update', 'rail.create', 'rail.delete'],
    ]);
  });

  it('is unchanged without an audit entry if nothing differs, even if numbers have gaps', async () => {
    const first = await rails(3);
    const [a, b, c] = idsOf(first);
    const left = (await arrange({ rails: [{ id: b }, { id: c }], removed: [a] })).body;
    expect(left.rails.map(({ sort }) => sort)).toEqual([1, 2]);
    const entries = (await actions()).length;
    const same = await editor.put<Surface>(
      url,
      { rails: [{ id: b }, { id: c, status: 'active' }] },
      { changesNothing: true },
    );
    expect(same.body.revision).toBe(left.revision);
    expect(await actions()).toHaveLength(entries);
  });

  it('assigns another collection to a rail', async () => {
    const [rail] = idsOf(await rails(1));
    const other = await collection();
    expect((await arrange({ rails: [{ id: rail, collectionId: other }] })).body.rails).toMatchObject([
      { id: rail, collectionId: other },
    ]);
  });

  it('is not updated at all unless each rail is listed once and every collection exists', async () => {
    const first = await rails(2);
    const [a, b] = idsOf(first);
    const cases = [
      { body: { rails: [{ id: a }] }, error: 'invalid_order' },
      { body: { rails: [{ id: a }, { id: b }], removed: [b] }, error: 'invalid_order' },
      { body: { rails: [{ id: a }, { id: b }, { id: newId() }] }, error: 'invalid_order' },
      { body: { rails: [{ id: a }, { id: b }, { status: 'paused' }] }, error: 'validation_failed' },
      { body: { rails: [{ id: b }, { collectionId: newId() }], removed: [a] }, error: 'not_found' },
    ];
    for (const { body, error } of cases) expect((await arrange(body)).body.error).toBe(error);
    expect(await board()).toEqual(first);
  });

  it('is not updated from an old revision, even concurrently', async () => {
    const first = await rails(2);
    const [a, b] = idsOf(first);
    const seen = { 'if-match': `"${first.revision}"` };
    const turned = { rails: [{ id: b }, { id: a }] };
    const racers = await Promise.all([1, 2, 3, 4].map(() => arrange(turned, seen)));
    expect(racers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412, 412]);
    expect((await arrange({ rails: [{ id: a }], removed: [b] }, seen)).status).toBe(412);
    expect(idsOf(await board())).toEqual([b, a]);
  });

  it('reports the effects of an update in a dry run', async () => {
    const first = await rails(2);
    const [a, b] = idsOf(first);
    const { body } = await editor.put<DryRun>(`${url}?dryRun=true`, { rails: [{ id: b }], removed: [a] });
    expect(body.effects.audit.map(({ action }) => action)).toEqual(['rail.delete']);
    expect(await board()).toEqual(first);
  });

  it('requires curation:read to read and curation:write to update', async () => {
    expect((await analyst.get<Surface>(url)).body.allowed).toEqual([]);
    expect((await analyst.put(url, { rails: [] })).status).toBe(403);
    expect((await support.get(url)).status).toBe(403);
    expect((await editor.get('/admin/surfaces/home')).status).toBe(404);
    expect((await editor.get<Surface>('/admin/surfaces/for_you')).body).toMatchObject({ shownAtMost: 12 });
    expect(await board()).toMatchObject({ shownAtMost: null, allowed: ['arrange'] });
  });
});

describe('visible content', () => {
  let [shown, draft] = ['', ''];
  beforeEach(async () => {
    [shown, draft] = [await makeSeries(world, 'published'), await makeSeries(world, 'draft')];
  });

  it('of a collection is counted, and so are unpublished series', async () => {
    const [byHand, empty] = [await collection(), await collection()];
    const newest = await collection({ type: 'rule', rule: { sort: 'newest', limit: 1, window_days: 365 } });
    await fill(byHand, [draft, shown]);
    const path = `/admin/collections/contents?ids=${[byHand, newest, empty, newId()].join()}`;
    const { body } = await analyst.get<{ items: ({ id: string } & Omit<Rail, 'id'>)[] }>(path);
    expect(new Map(body.items.map(({ id, shownSeries, hiddenSeries }) => [id, [shownSeries, hiddenSeries]]))).toEqual(
      new Map([
        [byHand, [1, 1]],
        [newest, [1, 0]],
        [empty, [0, 0]],
      ]),
    );
    const { rails: made } = (
      await arrange({ rails: [{ collectionId: byHand }, { collectionId: empty }], removed: idsOf(await board()) })
    ).body;
    expect(made).toMatchObject([{ shownSeries: 1, hiddenSeries: 1 }, { shownSeries: 0 }]);
    const found = await analyst.get<{ items: { collectionId: string }[] }>(`/admin/rails?q=Collection ${count - 1}`);
    expect(found.body.items.map(({ collectionId }) => collectionId)).toContain(empty);
  });

  it('of a rule can be previewed before the rule is saved', async () => {
    const { body } = await analyst.post<{ series: { id: string; why: string; value: number }[] }>(
      '/admin/collections/preview?lang=ar',
      { rule: { sort: 'newest', limit: 50, window_days: 365 } },
    );
    expect(body.series.find(({ id }) => id === shown)?.why).toMatch(/^Published on /);
    expect((await support.post('/admin/collections/preview', { rule: { sort: 'newest' } })).status).toBe(403);
    const inFrench = await analyst.post('/admin/collections/preview?lang=fr', { rule: { sort: 'newest' } });
    expect(inFrench.status).toBe(400);
  });

  it('of a series lists its collections, their rails and the preview reel', async () => {
    const [byHand, other] = [await collection(), await collection()];
    const rule = { sort: 'newest', limit: 50, window_days: 365 };
    const byRule = await collection({ type: 'rule', rule });
    const otherGenre = await collection({ type: 'rule', rule: { ...rule, genre: 'no-such-genre' } });
    await fill(byHand, [draft, shown]);
    await fill(other, [draft]);
    await arrange({ rails: [{ collectionId: byHand, status: 'paused' }], removed: idsOf(await board()) });
    await editor.put('/admin/preview-reel', { entries: [{ seriesId: shown, editorialHeroScore: 7 }] });
    interface Placements {
      collections: { id: string; place: number; rails: { surface: string; status: string }[] }[];
      previewReel: object | null;
    }
    const placed = async (id: string) => (await analyst.get<Placements>(`/admin/series/${id}/placements`)).body;
    const of = await placed(shown);
    expect(of.collections.find(({ id }) => id === byHand)).toMatchObject({
      place: 2,
      rails: [{ surface: 'discover', status: 'paused' }],
    });
    expect(of.collections.find(({ id }) => id === byRule)).toMatchObject({ place: expect.any(Number), rails: [] });
    expect(of.collections.some(({ id }) => id === other || id === otherGenre)).toBe(false);
    expect(of.previewReel).toEqual({ place: 1, editorialHeroScore: 7 });
    const hidden = await placed(draft);
    expect(hidden.collections.map(({ id }) => id)).toEqual([other, byHand]);
    expect(hidden.previewReel).toBeNull();
  });
});
