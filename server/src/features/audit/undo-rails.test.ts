import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openUndoWorld, type Thing } from './undo.fixture.ts';

/** Rails stand in an order, which changes with each of them. */

const { world, root, curator, other, of, undo, collection, rail, seen } = await openUndoWorld();

interface Surface {
  rails: (Thing & { sort: number; status: string })[];
}
const url = '/admin/surfaces/discover';
const board = async () =>
  (await curator.get<Surface>(url)).body.rails.map(({ id, sort, status }) => ({ id, sort, status }));
const idsOf = async () => (await board()).map(({ id }) => id);
const entriesSince = async (id: string) => {
  const { items } = (await root.get<{ items: { id: string; action: string }[] }>('/admin/audit-log?limit=50')).body;
  return items.filter((entry) => entry.id > id && entry.action.startsWith('rail.'));
};
const newestId = async () =>
  (await root.get<{ items: { id: string }[] }>('/admin/audit-log?limit=1')).body.items[0]?.id ?? '';

const series = async () => (await root.post<Thing>('/admin/series', { title: 'Harbour' })).body.id;
const itemsOf = (...ids: string[]) => ids.map((seriesId, sort) => ({ seriesId, sort }));
const second = await makeAdminActor(world, 'superadmin');
/** Deletes a series, which takes two people. */
async function removed(id: string): Promise<void> {
  const { approvalId } = (await root.delete<{ approvalId: string }>(`/admin/series/${id}`)).body;
  expect((await second.post(`/admin/approvals/${approvalId}/approve`)).status).toBe(200);
}

beforeEach(async () => {
  for (const id of await idsOf()) await curator.delete(`/admin/rails/${id}`);
});

describe('an order of rails', () => {
  it('is undone entry by entry, newest first, until each rail has its original position', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await collection()).id));
    const [a, b, c] = [await rail(ids[0] ?? ''), await rail(ids[1] ?? ''), await rail(ids[2] ?? '', { sort: 9 })];
    const before = await board();
    const last = await newestId();
    const wanted = [{ collectionId: ids[0] }, { id: c.id, status: 'paused' }, { id: a.id }];
    expect((await curator.put(url, { rails: wanted, removed: [b.id] })).status).toBe(200);
    const entries = await entriesSince(last);
    expect(entries.map(({ action }) => action)).toEqual([
      ...['rail.reorder', 'rail.update', 'rail.create', 'rail.delete'],
    ]);
    for (const entry of entries) expect((await undo(curator, entry)).status).toBe(200);
    expect(await board()).toEqual(before);
  });

  it('that only renumbers rails can be undone', async () => {
    const { id } = await collection();
    const [a, b] = [await rail(id, { sort: 3 }), await rail(id, { sort: 8 })];
    await curator.put('/admin/rails/reorder', { surface: 'discover', order: [a.id, b.id] });
    expect((await board()).map(({ sort }) => sort)).toEqual([0, 1]);
    expect((await undo(curator, await of('surface', 'discover'))).status).toBe(200);
    expect((await board()).map(({ sort }) => sort)).toEqual([3, 8]);
  });
});

describe('the reason of a refused undo', () => {
  it('names who moved the rail, and not other changes', async () => {
    const { id } = await collection();
    const [a, b] = [await rail(id), await rail(id)];
    await other.put('/admin/rails/reorder', { surface: 'discover', order: [b.id, a.id] });
    const moved = await of('surface', 'discover');
    // Someone else, with something else.
    await collection();
    expect((await undo(curator, await of('rail', a.id))).body).toMatchObject({
      error: 'undo_conflict',
      later: { id: moved.id, admin_email: other.email },
    });
  });

  it('names who added a rail to the order or removed one', async () => {
    const { id } = await collection();
    const [a, b] = [await rail(id), await rail(id)];
    await curator.put('/admin/rails/reorder', { surface: 'discover', order: [b.id, a.id] });
    const reordered = await of('surface', 'discover');
    const added = (await other.post<Thing>('/admin/rails', { surface: 'discover', collectionId: id })).body;
    await collection();
    const laterId = async () => (await undo(curator, reordered)).body.later.id;
    expect(await laterId()).toBe((await of('rail', added.id)).id);
    await other.delete(`/admin/rails/${b.id}`);
    expect(await laterId()).toBe((await of('rail', b.id)).id);
  });

  it('names nobody if the log has the change elsewhere, as for a deleted series', async () => {
    const [stays, goes] = [await series(), await series()];
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}/items`, { items: itemsOf(stays, goes) });
    await removed(goes);
    const refused = await undo(curator, await of('collection', id));
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'undo_conflict', later: null }]);
  });
});

describe('a deleted series', () => {
  it('is not restored with its collection or the preview reel', async () => {
    const [stays, goes] = [await series(), await series()];
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}/items`, { items: itemsOf(stays, goes) });
    await curator.delete(`/admin/collections/${id}`);
    const scored = [stays, goes].map((seriesId, n) => ({ seriesId, editorialHeroScore: 10 + n }));
    await curator.put('/admin/preview-reel', { entries: scored });
    await curator.put('/admin/preview-reel', { entries: [] });
    await removed(goes);
    expect((await undo(curator, await of('collection', id))).status).toBe(200);
    expect((await seen(id)).items).toMatchObject([{ seriesId: stays }]);
    expect((await undo(curator, await of('preview_reel', 'preview_reel'))).status).toBe(200);
    const { entries } = (await curator.get<{ entries: object[] }>('/admin/preview-reel')).body;
    expect(entries).toMatchObject([{ seriesId: stays, editorialHeroScore: 10 }]);
  });
});

describe('a rail that was moved to another surface', () => {
  it('returns, while others move in the opposite direction', async () => {
    const { id } = await collection();
    const [a, b] = [await rail(id), await rail(id, { surface: 'for_you' })];
    await curator.put(`/admin/rails/${a.id}`, { surface: 'for_you' });
    await curator.put(`/admin/rails/${b.id}`, { surface: 'discover' });
    const entries = [await of('rail', a.id), await of('rail', b.id)];
    const answers = await Promise.all(entries.map((entry) => undo(curator, entry)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await idsOf()).toEqual([a.id]);
    await curator.delete(`/admin/rails/${b.id}`);
  });
});
