import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { tokenFor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { type Entry, openUndoWorld, type Thing } from './undo.fixture.ts';

const { world, root, curator, pricer, operator, newest, of, undo, collection, rail, seen } = await openUndoWorld();

describe('an undo', () => {
  it('applies to a collection that was created, changed or deleted, with its series', async () => {
    const [a, b] = [await makeSeries(world, 'published'), await makeSeries(world, 'draft')];
    const slug = 'made-and-deleted';
    const { id } = await collection({ slug });
    await curator.put(`/admin/collections/${id}/items`, { items: [{ seriesId: a, sort: 3 }] });
    await curator.put(`/admin/collections/${id}/items`, { items: [{ seriesId: b, sort: 0 }] });
    expect((await undo(curator, await of('collection', id))).status).toBe(200);
    expect((await seen(id)).items).toMatchObject([{ seriesId: a, sort: 3 }]);
    await curator.delete(`/admin/collections/${id}`);
    const back = await undo(curator, await of('collection', id));
    expect([back.status, back.body.action]).toEqual([200, 'collection.create']);
    expect(await seen(id)).toMatchObject({ explanation: 'Made for the tests', items: [{ seriesId: a, sort: 3 }] });
    expect((await undo(curator, back.body)).body.action).toBe('collection.delete');
    expect((await curator.get(`/admin/collections/${id}`)).status).toBe(404);
    // Its slug is free, and someone takes it.
    await collection({ slug });
    expect((await undo(curator, await of('collection', id))).body.error).toBe('slug_taken');
  });

  it('does not apply to a new collection that rails show', async () => {
    const { id } = await collection();
    const shown = await rail(id);
    expect((await undo(curator, await of('collection', id))).body).toMatchObject({
      error: 'collection_in_use',
      railIds: [shown.id],
    });
  });

  it('applies to a rail that was created, changed, moved or deleted', async () => {
    const { id: collectionId } = await collection();
    const [one, two] = [await rail(collectionId), await rail(collectionId)];
    const find = async (id: string) =>
      (await curator.get<{ items: { id: string; status: string }[] }>('/admin/rails?surface=discover')).body.items.find(
        (item) => item.id === id,
      );
    const order = async () =>
      (await curator.get<{ items: { id: string }[] }>('/admin/rails?surface=discover')).body.items.map(({ id }) => id);
    await curator.put(`/admin/rails/${one.id}`, { status: 'paused' });
    expect((await undo(curator, await of('rail', one.id))).status).toBe(200);
    expect(await find(one.id)).toMatchObject({ status: 'active' });
    const before = await order();
    await curator.put('/admin/rails/reorder', { surface: 'discover', order: before.toReversed() });
    const moved = await of('surface', 'discover');
    expect((await undo(curator, moved)).status).toBe(200);
    expect(await order()).toEqual(before);
    await curator.delete(`/admin/rails/${two.id}`);
    // The order is another than the one that this left.
    const conflict = await undo(curator, (await root.get<Entry>(`/admin/audit-log/${moved.id}`)).body);
    expect([conflict.status, conflict.body.error]).toEqual([409, 'undo_conflict']);
    const back = await undo(curator, await of('rail', two.id));
    expect([back.status, await order()]).toEqual([200, before]);
    expect((await undo(curator, back.body)).status).toBe(200);
    expect(await find(two.id)).toBeUndefined();
  });

  it('applies to the preview reel', async () => {
    const [a, b] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    const set = (entries: [string, number][]) =>
      curator.put('/admin/preview-reel', {
        entries: entries.map(([seriesId, editorialHeroScore]) => ({ seriesId, editorialHeroScore })),
      });
    await set([[a, 5]]);
    await set([[b, 9]]);
    expect((await undo(curator, await of('preview_reel', 'preview_reel'))).status).toBe(200);
    const { entries } = (await curator.get<{ entries: object[] }>('/admin/preview-reel')).body;
    expect(entries).toMatchObject([{ seriesId: a, editorialHeroScore: 5 }]);
    await sql`update series set editorial_hero_score = 6 where id = ${a}`.execute(world.database.db);
    const changed = await undo(curator, await of('preview_reel', 'preview_reel'));
    expect([changed.status, changed.body.error]).toEqual([409, 'undo_conflict']);
  });

  it('applies to a free day that was set, replaced or cleared, unless it is past', async () => {
    const [a, b] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const date = day(40);
    const free = async () =>
      (
        await curator.get<{ items: { seriesId: string; notes: string | null }[] }>(
          `/admin/free-series?dateFrom=${date}&dateTo=${date}`,
        )
      ).body.items.map(({ seriesId, notes }) => [seriesId, notes]);
    await curator.put('/admin/free-series', { date, seriesId: a, marketCode: 'ID', notes: 'First' });
    const made = await of('series', a);
    await curator.put('/admin/free-series', { date, seriesId: b, marketCode: 'ID' });
    const replaced = await of('series', b);
    // Another series, and yet the same day.
    expect((await undo(curator, made)).body).toMatchObject({ error: 'undo_conflict', later: { id: replaced.id } });
    // Another market's day is another day.
    await curator.put('/admin/free-series', { date, seriesId: b, marketCode: 'EG' });
    await curator.delete(`/admin/free-series/${date}?market=EG`);
    expect((await undo(curator, replaced)).status).toBe(200);
    expect(await free()).toEqual([[a, 'First']]);
    await curator.delete(`/admin/free-series/${date}?market=ID`);
    const back = await undo(curator, await of('series', a));
    expect([back.status, await free()]).toEqual([200, [[a, 'First']]]);
    expect((await undo(curator, back.body)).status).toBe(200);
    expect(await free()).toEqual([]);
    await root.post(`/admin/series/${a}/workflow`, { action: 'archive' });
    const emptied = await newest(`targetType=series&targetId=${a}&action=free_series.delete`);
    expect((await undo(curator, emptied)).body.error).toBe('series_not_published');
    const past = await newest(`targetType=series&targetId=${b}&action=free_series.set`);
    const token = await tokenFor(world, curator.id, { issuedAt: new Date(Date.now() + 60 * 86_400_000) });
    await world.clock.shift('60 days');
    const over = await withToken(world, token).post(`/admin/audit-log/${past.id}/undo`);
    await world.clock.shift('0');
    expect([over.status, over.body.error]).toEqual([400, 'not_undoable']);
  });

  it('applies to a flag', async () => {
    const value = { enabled: true, percentage: 25, markets: ['ID'] };
    const flags = async () => (await operator.get<{ flags: Record<string, unknown> }>('/admin/flags')).body.flags;
    await operator.put('/admin/flags', { flags: { public_undo: value, kept: true } });
    await operator.put('/admin/flags', { flags: { public_undo: false } });
    await operator.put('/admin/flags', { flags: { kept: false } });
    expect((await undo(operator, await of('flag', 'public_undo'))).status).toBe(200);
    expect(await flags()).toMatchObject({ public_undo: value, kept: false });
    await operator.put('/admin/flags', { flags: { public_undo: null } });
    const back = await undo(operator, await of('flag', 'public_undo'));
    expect([back.status, await flags()]).toMatchObject([200, { public_undo: value }]);
    expect((await undo(operator, back.body)).status).toBe(200);
    expect(await flags()).not.toHaveProperty('public_undo');
    expect((await undo(curator, back.body)).body).toMatchObject({ required: ['system:write'] });
  });

  it('applies to a price override that was created, changed or deleted', async () => {
    const made = await pricer.post<Thing>('/admin/pricing/overrides', { scope: 'market', scopeRef: 'ID', coins: 4 });
    const { id } = made.body;
    const price = () => pricer.get<{ coins: number; activeTo: string }>(`/admin/pricing/overrides/${id}`);
    const activeTo = '2040-01-01T00:00:00.000Z';
    await pricer.put(`/admin/pricing/overrides/${id}`, { activeTo });
    await pricer.put(`/admin/pricing/overrides/${id}`, { coins: 9, activeTo: null });
    expect((await undo(pricer, await of('pricing_override', id))).status).toBe(200);
    expect((await price()).body).toMatchObject({ coins: 4, activeTo });
    await pricer.delete(`/admin/pricing/overrides/${id}`);
    const back = await undo(pricer, await of('pricing_override', id));
    expect([back.status, (await price()).body]).toMatchObject([200, { coins: 4, activeTo }]);
    expect((await undo(pricer, back.body)).status).toBe(200);
    expect((await price()).status).toBe(404);
  });

  it('applies to the status of a package, and to none of its other fields', async () => {
    const made = await pricer.post<Thing & { status: string }>('/admin/coin-packages', {
      sku: 'undo_100',
      coins: 100,
      priceCents: 99,
      currency: 'USD',
      rails: ['ios_store'],
    });
    const { id } = made.body;
    await pricer.put(`/admin/coin-packages/${id}`, { status: 'paused' });
    expect((await undo(pricer, await of('coin_package', id))).status).toBe(200);
    expect((await pricer.get<{ status: string }>(`/admin/coin-packages/${id}`)).body.status).toBe('active');
    await pricer.put(`/admin/coin-packages/${id}`, { status: 'paused', priceCents: 199 });
    expect((await undo(pricer, await of('coin_package', id))).body.error).toBe('not_undoable');
  });
});
