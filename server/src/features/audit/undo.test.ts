import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type AdminActor, adminWith, tokenFor } from '../../../test/harness/actor.ts';
import { seriesIn } from '../../../test/harness/catalog.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { waiting } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { write } from './public.ts';

interface Entry {
  id: string;
  action: string;
  admin_email: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  flags: { undoes?: string };
  undo: { blocked: string | null; required: string | null; later: { id: string } | null };
}
interface Thing {
  id: string;
  revision: number;
}

const world = await openWorld();
const root = await adminWith(world, 'superadmin');

/** One with what it takes and nothing else. */
async function holderOf(...permissions: string[]): Promise<AdminActor> {
  const name = `holder ${newId()}`;
  await root.post('/admin/roles', { name, description: 'For a test', permissions });
  return adminWith(world, name);
}
const curator = await holderOf('audit:read', 'curation:read', 'curation:write');
const other = await holderOf('audit:read', 'curation:read', 'curation:write');
const reader = await holderOf('audit:read');
const pricer = await holderOf('audit:read', 'pricing:read', 'pricing:write');
const operator = await holderOf('audit:read', 'system:read', 'system:write');

async function newest(filter: string): Promise<Entry> {
  const { items } = (await root.get<{ items: { id: string }[] }>(`/admin/audit-log?${filter}&limit=1`)).body;
  const id = items[0]?.id ?? expect.unreachable(`nothing is recorded for ${filter}`);
  return (await root.get<Entry>(`/admin/audit-log/${id}`)).body;
}
const of = (type: string, id: string) => newest(`targetType=${type}&targetId=${encodeURIComponent(id)}`);
const undo = (who: AdminActor, { id }: { id: string }, body: object = {}) =>
  who.post<Entry & { error: string; later: { id: string; admin_email: string } }>(`/admin/audit-log/${id}/undo`, body);

let count = 0;
async function collection(fields: object = {}): Promise<Thing> {
  const given = { slug: `undo-${++count}`, titleI18n: { en: `Undo ${count}`, ar: 'تراجع' }, type: 'manual', ...fields };
  return (await curator.post<Thing>('/admin/collections', { explanation: 'Made for the tests', ...given })).body;
}
const rail = async (collectionId: string, fields: object = {}) =>
  (await curator.post<Thing>('/admin/rails', { surface: 'discover', collectionId, ...fields })).body;

interface Collection {
  titleI18n: object;
  explanation: string;
  items: { seriesId: string; sort: number }[];
}
const seen = async (id: string) => (await curator.get<Collection>(`/admin/collections/${id}`)).body;

describe('undoing a change', () => {
  it('puts back what stood there, is recorded with the entry that it undid, and can itself be undone', async () => {
    const { id } = await collection();
    await other.put(`/admin/collections/${id}`, { titleI18n: { en: 'Better', ar: null }, explanation: 'Other words' });
    const entry = await of('collection', id);
    expect(entry.undo).toEqual({ blocked: null, required: 'curation:write', later: null });
    const undone = await undo(curator, entry, { note: 'Wrong collection' });
    expect(undone.status).toBe(200);
    expect(await seen(id)).toMatchObject({ titleI18n: { ar: 'تراجع' }, explanation: 'Made for the tests' });
    expect(undone.body).toMatchObject({
      ...{ action: 'collection.update', admin_email: curator.email, reason: 'Wrong collection' },
      ...{ before: entry.after, after: entry.before, flags: { undoes: entry.id } },
    });
    expect((await undo(other, undone.body)).status).toBe(200);
    expect(await seen(id)).toMatchObject({ titleI18n: { en: 'Better' }, explanation: 'Other words' });
    expect(Object.keys((await seen(id)).titleI18n)).toEqual(['en']);
  });

  it('shows what it would do, and does nothing, in a dry run', async () => {
    const { id } = await collection();
    await other.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    const { status, body } = await curator.post<{ effects: { changes: object[] } }>(
      `/admin/audit-log/${entry.id}/undo?dryRun=true`,
    );
    expect([status, body.effects.changes]).toEqual([
      200,
      [
        {
          ...{ type: 'collection', id },
          ...{ before: { explanation: 'Other words' }, after: { explanation: 'Made for the tests' } },
        },
      ],
    ]);
    expect((await seen(id)).explanation).toBe('Other words');
  });

  it('is refused once the same thing was changed since, with who did it, and when it was undone already', async () => {
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'The first words' });
    const first = await of('collection', id);
    await other.put(`/admin/collections/${id}`, { titleI18n: { en: 'Another title' } });
    const later = await of('collection', id);
    const refused = await undo(curator, first);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        ...{ statusCode: 409, error: 'undo_conflict' },
        later: {
          ...{ id: later.id, action: 'collection.update', admin_id: other.id, admin_email: other.email },
          ...{ admin_name: expect.any(String), created_at: expect.any(String), undoes: null },
        },
      },
    ]);
    expect((await of('collection', id)).undo.blocked).toBeNull();
    // Once that is undone it does not count any more, and nor does its undo.
    expect((await undo(curator, later)).status).toBe(200);
    expect((await undo(curator, first)).status).toBe(200);
    expect((await seen(id)).explanation).toBe('Made for the tests');
    const again = await undo(other, first);
    expect([again.status, again.body.error, again.body.later.admin_email]).toEqual([
      409,
      'undo_conflict',
      curator.email,
    ]);
    const shown = (await root.get<Entry>(`/admin/audit-log/${first.id}`)).body.undo;
    expect(shown).toMatchObject({ blocked: 'undo_conflict', later: { id: again.body.later.id } });
  });

  it('takes the permission of the change, and the log itself', async () => {
    const { id } = await collection();
    const entry = await of('collection', id);
    const refused = await undo(reader, entry);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'insufficient_permissions', required: ['curation:write'] },
    ]);
    const shown = (await reader.get<Entry>(`/admin/audit-log/${entry.id}`)).body.undo;
    expect(shown).toEqual({ blocked: 'insufficient_permissions', required: 'curation:write', later: null });
    const editor = await adminWith(world, 'content_manager');
    expect((await undo(editor, entry)).body).toMatchObject({ required: ['audit:read'] });
    expect((await undo(curator, { id: newId() })).status).toBe(404);
  });

  it('is not for changes that nobody has said how to undo', async () => {
    const entry = await newest('action=role.create');
    const refused = await undo(root, entry);
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'not_undoable', action: 'role.create' }]);
    expect(entry.undo).toEqual({ blocked: 'not_undoable', required: null, later: null });
  });
});

describe('what can be undone', () => {
  it('is a collection that was made, changed or deleted, with its series', async () => {
    const [a, b] = [await seriesIn(world, 'published'), await seriesIn(world, 'draft')];
    const { id } = await collection();
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
    await collection({ slug: `undo-${count}` });
    expect((await undo(curator, await of('collection', id))).body.error).toBe('slug_taken');
  });

  it('is not a collection that rails show by now', async () => {
    const { id } = await collection();
    const shown = await rail(id);
    expect((await undo(curator, await of('collection', id))).body).toMatchObject({
      ...{ error: 'collection_in_use', railIds: [shown.id] },
    });
  });

  it('is a rail that was made, changed, moved or deleted', async () => {
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

  it('is the preview reel', async () => {
    const [a, b] = [await seriesIn(world, 'published'), await seriesIn(world, 'published')];
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

  it('is a free day that was set, replaced or emptied, unless it is over', async () => {
    const [a, b] = [await seriesIn(world, 'published'), await seriesIn(world, 'published')];
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

  it('is a flag', async () => {
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

  it('is a price override that was made, changed or deleted', async () => {
    const made = await pricer.post<Thing>('/admin/pricing/overrides', { scope: 'market', scopeRef: 'ID', coins: 4 });
    const { id } = made.body;
    const price = async () => await pricer.get<{ coins: number; activeTo: string }>(`/admin/pricing/overrides/${id}`);
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

  it('is whether a package is on sale, and nothing else of it', async () => {
    const made = await pricer.post<Thing & { status: string }>('/admin/coin-packages', {
      ...{ sku: 'undo_100', coins: 100, priceCents: 99, currency: 'USD', rails: ['ios_store'] },
    });
    const { id } = made.body;
    await pricer.put(`/admin/coin-packages/${id}`, { status: 'paused' });
    expect((await undo(pricer, await of('coin_package', id))).status).toBe(200);
    expect((await pricer.get<{ status: string }>(`/admin/coin-packages/${id}`)).body.status).toBe('active');
    await pricer.put(`/admin/coin-packages/${id}`, { status: 'paused', priceCents: 199 });
    expect((await undo(pricer, await of('coin_package', id))).body.error).toBe('not_undoable');
  });
});

const origin = { requestId: null, ip: null, now: new Date() };

/** Undoes an entry of a collection that someone holds, who does something once the undo waits. */
async function onceWaiting(id: string, who: AdminActor, entry: Entry, work: (tx: Tx) => Promise<unknown>) {
  const undoing: ReturnType<typeof undo>[] = [];
  await world.database.transaction(async (tx) => {
    await sql`select from collections where id = ${id} for update`.execute(tx);
    undoing.push(undo(who, entry));
    await expect.poll(() => waiting(world), { timeout: 10_000 }).toBeGreaterThan(0);
    await work(tx);
  });
  return (await Promise.all(undoing))[0] ?? expect.unreachable('nobody undid anything');
}

describe('of several who are quick', () => {
  it('one undoes an entry, and all others are told', async () => {
    const { id } = await collection();
    await curator.delete(`/admin/collections/${id}`);
    const entry = await of('collection', id);
    const answers = await Promise.all([curator, other, curator, other].map((who) => undo(who, entry)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual(
      Array.from({ length: 3 }, () => 'undo_conflict'),
    );
    expect((await seen(id)).explanation).toBe('Made for the tests');
  });

  it('an edit that came first is not lost: the undo waits for it, and is refused', async () => {
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    // Someone else's edit, of another field, that is under way.
    const undoing = await onceWaiting(id, curator, entry, (tx) =>
      write(tx, other, origin, {
        ...{ action: 'collection.update', target: { type: 'collection', id }, before: {}, after: {} },
      }),
    );
    expect(undoing.body).toMatchObject({ error: 'undo_conflict', later: { admin_email: other.email } });
    expect((await seen(id)).explanation).toBe('Other words');
  });

  it('who is given less while they wait does not undo', async () => {
    const leaving = await holderOf('audit:read', 'curation:write');
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    const undoing = await onceWaiting(id, leaving, entry, (tx) =>
      sql`update roles set permissions = '{audit:read}' where id = (
        select role_id from admins where id = ${leaving.id})`.execute(tx),
    );
    expect(undoing.body).toMatchObject({ error: 'insufficient_permissions', required: ['curation:write'] });
    expect((await seen(id)).explanation).toBe('Other words');
  });
});
