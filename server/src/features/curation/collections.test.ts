import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
const analyst = await makeAdminActor(world, 'analyst');

interface Collection {
  id: string;
  slug: string;
  titleI18n: Record<string, string>;
  rule: Record<string, unknown> | null;
  items: { seriesId: string; sort: number; series: { title: string; status: string } }[];
  usedBy: { id: string }[];
  revision: number;
  allowed: string[];
  error?: string;
  field?: string;
  details?: { path: string }[];
}

let count = 0;
const manual = (fields: object = {}) => ({
  slug: `picks-${++count}`,
  titleI18n: { en: 'Our picks', ar: 'اختياراتنا' },
  explanation: 'What our editors watched twice',
  type: 'manual',
  ...fields,
});
const byRule = (rule: object, fields: object = {}) => manual({ type: 'rule', rule, ...fields });
const create = (body: object) => editor.post<Collection>('/admin/collections', body);
const made = async (body: object = manual()) => (await create(body)).body;

describe('a collection', () => {
  it('is created, read, edited and deleted by curators, with audit entries', async () => {
    const printed = manual();
    const { status, body } = await create(printed);
    expect(status).toBe(201);
    expect(body).toMatchObject(printed);
    expect(body).toMatchObject({ rule: null, items: [], usedBy: [], allowed: ['update', 'set_items', 'delete'] });
    const url = `/admin/collections/${body.id}`;
    const edit = { titleI18n: { ar: null, id: 'Pilihan kami' }, explanation: ' Chosen by hand ', slug: body.slug };
    const edited = await editor.put<Collection>(url, edit, { headers: { 'if-match': '"1"' } });
    expect(edited.body).toMatchObject({ explanation: 'Chosen by hand', revision: 2 });
    expect(edited.body.titleI18n).toEqual({ en: 'Our picks', id: 'Pilihan kami' });
    expect((await editor.get<Collection>(url)).body).toEqual(edited.body);
    const stale = await editor.put(url, { explanation: 'Other words' }, { headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    expect((await editor.put<Collection>(url, edit, { changesNothing: true })).body.revision).toBe(2);
    expect((await editor.delete(url)).status).toBe(204);
    expect((await editor.get(url)).status).toBe(404);
  });

  it('stores a complete rule, and an edit changes only the given fields', async () => {
    const { id, rule, allowed } = await made(byRule({ sort: 'newest', genre: 'revenge', market: 'id' }));
    expect(rule).toEqual({ genre: 'revenge', trope: null, sort: 'newest', market: 'ID', limit: 20, window_days: 7 });
    expect(allowed).toEqual(['update', 'delete']);
    const edited = await editor.put<Collection>(`/admin/collections/${id}`, { rule: { limit: 5, genre: null } });
    expect(edited.body.rule).toEqual({ ...rule, genre: null, limit: 5 });
  });

  it('keeps the window of its rule when only the sort changes', async () => {
    const { id, rule } = await made(byRule({ sort: 'most_unlocks', genre: 'revenge', limit: 5, window_days: 10 }));
    const sortBy = (sort: string) => editor.put<Collection>(`/admin/collections/${id}`, { rule: { sort } });
    expect((await sortBy('trending')).body.rule).toEqual({ ...rule, sort: 'trending' });
    expect((await sortBy('newest')).body.rule).toEqual({ ...rule, sort: 'newest' });
  });

  it.each([
    [manual({ rule: { sort: 'newest' } }), 'rule'],
    [byRule({ sort: 'newest' }, { rule: undefined }), 'rule'],
    [byRule({ sort: 'best' }), 'rule.sort'],
    [byRule({ genre: 'revenge' }), 'rule.sort'],
    [byRule({ sort: 'newest', limit: 51 }), 'rule.limit'],
    [byRule({ sort: 'newest', window_days: 0 }), 'rule.window_days'],
    [byRule({ sort: 'newest', market: 'ZZ' }), 'rule.market'],
    [manual({ titleI18n: { ar: 'اختياراتنا' } }), 'titleI18n.en'],
    [manual({ titleI18n: { en: 'Our picks', fr: 'Nos choix' } }), 'titleI18n.fr'],
    [manual({ explanation: undefined }), 'explanation'],
    [manual({ explanation: null }), 'explanation'],
    [manual({ slug: 'Our Picks' }), 'slug'],
    [manual({ type: 'smart' }), 'type'],
  ])('like %o is refused with the field', async (body, path) => {
    const refused = await create(body);
    expect(refused).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(refused.body.details?.map((detail) => detail.path)).toContain(path);
  });

  it('requires a meaningful explanation', async () => {
    for (const explanation of ['', 'x', 'top_this_week', '42', newId()]) {
      expect(await create(manual({ explanation }))).toMatchObject({
        status: 400,
        body: { error: 'invalid_explanation' },
      });
    }
    const unseen = await create(manual({ explanation: 'Chosen \u202eby hand' }));
    expect(unseen.body.details?.[0]?.path).toBe('explanation');
    const { id, slug } = await made();
    for (const explanation of [slug, 'PicksOfWeek']) {
      const { body } = await editor.put<Collection>(`/admin/collections/${id}`, { explanation });
      expect(body.error).toBe('invalid_explanation');
    }
  });

  it('has a unique and immutable slug, an immutable type and an English title', async () => {
    const { id, slug } = await made();
    expect(await create(manual({ slug }))).toMatchObject({ status: 409, body: { error: 'slug_taken' } });
    const url = `/admin/collections/${id}`;
    expect(await editor.put(url, { slug: 'another', type: 'rule' })).toMatchObject({
      status: 400,
      body: { error: 'field_locked', fields: ['slug', 'type'] },
    });
    expect((await editor.put<Collection>(url, { titleI18n: { en: null } })).body.details?.[0]?.path).toBe(
      'titleI18n.en',
    );
  });

  it('is listed and searchable for readers', async () => {
    const { id } = await made(manual({ titleI18n: { en: 'Midnight in Jakarta' } }));
    const found = await editor.get<{ items: Collection[] }>('/admin/collections?q=JAKARTA&type=manual');
    expect(found.body.items.map((one) => one.id)).toEqual([id]);
    expect((await editor.get<{ items: Collection[] }>('/admin/collections?q=jakarta&type=rule')).body.items).toEqual(
      [],
    );
    expect((await analyst.post('/admin/collections', manual())).status).toBe(403);
  });
});

const draft = await makeSeries(world, 'draft', { title: 'Soon' });
const live = await makeSeries(world, 'published');

describe('the series of a collection', () => {
  it('are replaced as a whole, in order, in any state', async () => {
    const { id } = await made();
    const url = `/admin/collections/${id}/items`;
    const items = [
      { seriesId: live, sort: 7 },
      { seriesId: draft.toUpperCase(), sort: 2 },
    ];
    const { body } = await editor.put<Collection>(url, { items }, { headers: { 'if-match': '"1"' } });
    expect(body.items).toMatchObject([
      { seriesId: draft, sort: 2, series: { title: 'Soon', status: 'draft' } },
      { seriesId: live, sort: 7, series: { status: 'published' } },
    ]);
    expect((await editor.put<Collection>(url, { items }, { changesNothing: true })).body.revision).toBe(2);
    expect((await editor.put(url, { items: [] }, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await editor.put<Collection>(url, { items: [] })).body.items).toEqual([]);
  });

  it('must exist and be listed once', async () => {
    const { id } = await made();
    const set = (...ids: string[]) =>
      editor.put<Collection>(`/admin/collections/${id}/items`, {
        items: ids.map((seriesId, sort) => ({ seriesId, sort })),
      });
    expect((await set(live, draft, live)).body.details?.[0]?.path).toBe('items.2.seriesId');
    for (const unknown of [newId(), 'soon']) {
      expect(await set(live, unknown)).toMatchObject({ status: 404, body: { field: 'items.1.seriesId' } });
    }
  });

  it('cannot be set in a rule collection', async () => {
    const { id } = await made(byRule({ sort: 'newest' }));
    expect(await editor.put(`/admin/collections/${id}/items`, { items: [{ seriesId: live, sort: 0 }] })).toMatchObject({
      status: 400,
      body: { error: 'not_manual_collection' },
    });
  });
});
