import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import type { State } from './rules.ts';

const world = await openWorld();
const [editor, reader] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'analyst')];

const url = '/admin/series';
const nobody = '01930000-0000-7000-8000-00000000dead';
const create = (part: object = {}) => editor.post<Item>(url, { title: 'Moon over the Harbour', ...part });
const edit = (id: string, part: object, tag?: string) =>
  editor.put<Item>(`${url}/${id}`, part, tag === undefined ? {} : { headers: { 'if-match': tag } });

describe('a new series', () => {
  it('is a draft with the given fields and defaults', async () => {
    const { status, body, headers } = await create({ title: 'Velvet Debt', titleI18n: { ar: 'دين مخملي' } });
    expect([status, headers.etag]).toEqual([201, '"1"']);
    expect(body).toEqual({
      id: expect.any(String),
      slug: 'velvet-debt',
      title: 'Velvet Debt',
      synopsis: '',
      titleI18n: { ar: 'دين مخملي' },
      synopsisI18n: {},
      genreSlug: null,
      tropes: [],
      targetLanguages: ['en'],
      freeEpisodes: 0,
      posterAssetId: null,
      heroAssetId: null,
      editorial_hero_score: null,
      status: 'draft',
      episodeCount: 0,
      publishedEpisodeCount: 0,
      missing: ['episodes', 'artwork'],
      publishedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      revision: 1,
      allowed: ['update', 'submit', 'delete'],
      lockedFields: [],
      noteRequired: false,
    });
    const read = await reader.get<Item>(`${url}/${body.id}`);
    expect(read.body).toEqual({ ...body, allowed: [] });
    expect(await auditActionsOf(world, body.id)).toEqual(['series.create']);
  });
  it.each([
    [{ title: undefined }],
    [{ title: ' ' }],
    [{ title: 'x'.repeat(201) }],
    [{ slug: 'Has Capitals' }],
    [{ slug: '-edge' }],
    [{ slug: nobody }],
    [{ titleI18n: { fr: 'Lune' } }],
    [{ titleI18n: { ar: ' ' } }],
    [{ targetLanguages: ['fr'] }],
    [{ targetLanguages: ['en', 'en'] }],
    [{ tropes: ['a', 'a'] }],
    [{ freeEpisodes: -1 }],
    [{ freeEpisodes: 1.5 }],
    [{ status: 'published' }],
    [{ episodeCount: 4 }],
  ])('is refused with %j', async (part) => {
    expect((await create(part)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
  });
  it.each([{ posterAssetId: nobody }, { heroAssetId: nobody }, { posterAssetId: 'no-such-thing' }])(
    'is refused with an unknown file: %j',
    async (part) => {
      const [field] = Object.keys(part);
      expect((await create({ slug: 'unlinked', ...part })).body).toEqual({
        statusCode: 404,
        error: 'not_found',
        field,
      });
      expect((await create({ slug: 'unlinked', posterAssetId: null })).status).toBe(201);
      await world.database.pool.query(`update series set deleted_at = clock() where slug = 'unlinked'`);
    },
  );
  it('has a unique slug: a given one is refused if taken, a generated one is varied', async () => {
    const wanted = await Promise.all(Array.from({ length: 5 }, () => create({ slug: 'wanted' })));
    expect(wanted.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect((await create({ slug: 'wanted' })).body).toEqual({ statusCode: 409, error: 'slug_taken' });
    const alike = await Promise.all(Array.from({ length: 5 }, () => create({ title: 'All Alike' })));
    expect(alike.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const slugs = alike.map(({ body }) => body.slug);
    expect(slugs).toContain('all-alike');
    expect(new Set(slugs).size).toBe(5);
  });
  it('requires catalog:write', async () => {
    expect((await reader.post(url, { title: 'X' })).status).toBe(403);
    expect((await (await makeAdminActor(world, 'finance')).get(url)).status).toBe(403);
  });
});

describe('an edit of a series', () => {
  it('merges given fields, clears null ones and keeps the rest', async () => {
    const { body } = await create({ slug: 'merged', genreSlug: 'romance', tropes: ['fake_marriage'] });
    const edited = await edit(body.id, { synopsis: 'New', genreSlug: null, titleI18n: { id: 'Bulan' } });
    expect(edited.body).toMatchObject({ synopsis: 'New', genreSlug: null, tropes: ['fake_marriage'], revision: 2 });
    const { rows } = await world.database.pool.query(
      `select before, after from audit_log where target_id = $1 and action = 'series.update'`,
      [body.id],
    );
    expect(rows).toEqual([
      {
        before: { synopsis: '', genreSlug: 'romance', titleI18n: {} },
        after: { synopsis: 'New', genreSlug: null, titleI18n: { id: 'Bulan' } },
      },
    ]);
    const same = await editor.put<Item>(`${url}/${body.id}`, { synopsis: 'New' }, { changesNothing: true });
    expect(same.body.revision).toBe(2);
  });
  it('keeps omitted languages, and removes those that are null', async () => {
    const words = { en: 'Moon', ar: 'قمر' };
    const { body } = await create({ slug: 'translated', titleI18n: words, synopsisI18n: words });
    const translated = await edit(body.id, { titleI18n: { id: 'Bulan' }, synopsisI18n: { ar: null } });
    expect(translated.body).toMatchObject({ titleI18n: { ...words, id: 'Bulan' }, synopsisI18n: { en: 'Moon' } });
    expect((await edit(body.id, { titleI18n: { fr: null } })).status).toBe(400);
    expect((await create({ slug: 'no-words', titleI18n: { ar: null } })).status).toBe(400);
  });
  it('cannot use the slug of another series', async () => {
    const { body } = await create({ slug: 'first-come' });
    const other = await create({ slug: 'second-come' });
    expect((await edit(other.body.id, { slug: 'first-come' })).body.error).toBe('slug_taken');
    await world.database.pool.query('update series set deleted_at = clock() where id = $1', [body.id]);
    expect((await edit(other.body.id, { slug: 'first-come' })).status).toBe(200);
  });
  it('from an old revision is refused, and one of ten concurrent edits succeeds', async () => {
    const { body } = await create();
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => edit(body.id, { synopsis: `${n}` }, '"1"')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter((answer) => answer.body.error === 'stale_write')).toHaveLength(9);
  });
  it('from an old revision reveals nothing else', async () => {
    const { body } = await create();
    const other = await makeAdminActor(world, 'content_manager', { name: 'Omar' });
    await other.put(`/admin/series/${body.id}`, { synopsis: 'His.' });
    expect((await edit(body.id, { synopsis: 'Mine.' }, '"1"')).body).toEqual({
      statusCode: 412,
      error: 'stale_write',
    });
  });
  it('of an unknown series is not found, whatever the body', async () => {
    expect((await edit(nobody, { nonsense: 1 })).status).toBe(404);
    expect((await edit('nonsense', {})).status).toBe(404);
  });

  const edits: Record<string, unknown> = {
    slug: 'another-slug',
    title: 'Another',
    titleI18n: { en: 'Another' },
    synopsis: 'Another',
    synopsisI18n: { en: 'Another' },
    genreSlug: 'revenge',
    tropes: ['twins'],
    targetLanguages: ['id'],
    freeEpisodes: 9,
    posterAssetId: nobody,
    heroAssetId: nobody,
  };
  const links = ['posterAssetId', 'heroAssetId'];
  it.each<[State, string[]]>([
    ['draft', []],
    ['in_review', ['slug', ...links]],
    ['scheduled', ['slug', ...links]],
    ['published', ['slug', 'title', 'titleI18n', ...links]],
    ['archived', Object.keys(edits)],
  ])('in %s is refused for %j', async (state, locked) => {
    const note = 'checked';
    for (const [field, value] of Object.entries(edits)) {
      const id = await makeSeries(world, state);
      const { body } = await edit(id, { [field]: value, ...(state === 'published' && { note }) });
      const refusal = { error: 'field_locked', fields: [field], currentState: state };
      const done = links.includes(field) ? { error: 'not_found' } : { [field]: value };
      expect(body).toMatchObject(locked.includes(field) ? refusal : done);
      await world.database.pool.query('update series set deleted_at = clock() where id = $1', [id]);
    }
  });
  it('is refused with every locked field, changes nothing, and accepts unchanged values', async () => {
    const id = await makeSeries(world, 'published', { title: 'Kept', slug: 'kept' });
    const { body } = await edit(id, { title: 'X', slug: 'x', synopsis: 'X', note: 'why' });
    expect(body).toMatchObject({ error: 'field_locked', fields: ['slug', 'title'], currentState: 'published' });
    const passed = await edit(id, { title: 'Kept', slug: 'kept', synopsis: 'X', note: 'typo' });
    expect(passed.body).toMatchObject({ title: 'Kept', synopsis: 'X', noteRequired: true });
  });
  it('treats file ids in upper case as the same files', async () => {
    const id = await makeSeries(world, 'published');
    const [poster, hero] = [newId(), newId()];
    await world.database.pool.query(
      `insert into media_assets (id, kind, provider, status, size_bytes)
       values ($1, 'poster', 'storage', 'ready', 1), ($2, 'hero', 'storage', 'ready', 1)`,
      [poster, hero],
    );
    await world.database.pool.query('update series set poster_asset_id = $2, hero_asset_id = $3 where id = $1', [
      ...[id, poster, hero],
    ]);
    const same = { posterAssetId: poster.toUpperCase(), heroAssetId: hero.toUpperCase() };
    const unchanged = await editor.put<Item>(`${url}/${id}`, same, { changesNothing: true });
    expect([unchanged.status, unchanged.body.posterAssetId, unchanged.body.revision]).toEqual([200, poster, 1]);
  });
  it('of a published series requires a note', async () => {
    const id = await makeSeries(world, 'published');
    for (const note of [undefined, '', '  ']) {
      const refused = await edit(id, { synopsis: 'Seen at once', ...(note !== undefined && { note }) });
      expect(refused.body).toEqual({ statusCode: 400, error: 'audit_note_required' });
    }
    expect((await edit(id, { synopsis: 'Seen at once', note: 'the old one gave it away' })).status).toBe(200);
    const entries = 'select reason, before, after from audit_entries where target_id = $1';
    const { rows } = await world.database.pool.query(entries, [id]);
    const change = { before: { synopsis: expect.any(String) }, after: { synopsis: 'Seen at once' } };
    expect(rows).toEqual([{ reason: 'the old one gave it away', ...change }]);
  });
});
