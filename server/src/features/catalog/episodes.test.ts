import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import type { State } from './rules.ts';

const world = await openWorld();
const [editor, reader] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'support')];

const nobody = '01930000-0000-7000-8000-00000000dead';
const add = (seriesId: string, part: object = {}) =>
  editor.post<Item>(`/admin/series/${seriesId}/episodes`, { episodeNumber: 1, title: 'The Ferry', ...part });
const edit = (id: string, part: object) => editor.put<Item>(`/admin/episodes/${id}`, part);

describe('a new episode', () => {
  it('is a draft with the given fields and defaults', async () => {
    const seriesId = await makeSeries(world, 'published');
    const { status, body } = await add(seriesId, { synopsis: 'Someone waits.', titleI18n: { ar: 'العبّارة' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      seriesId,
      episodeNumber: 1,
      title: 'The Ferry',
      synopsis: 'Someone waits.',
      titleI18n: { ar: 'العبّارة' },
      synopsisI18n: {},
      cliffhanger_score: 0,
      mediaAssetId: null,
      thumb_asset_id: null,
      media: null,
      captions: [],
      status: 'draft',
      publishedAt: null,
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      allowed: ['update', 'submit', 'delete'],
      lockedFields: [],
      noteRequired: false,
    });
    expect((await reader.get(`/admin/episodes/${body.id}`)).body).toEqual({ ...body, allowed: [] });
    expect(await auditActionsOf(world, body.id)).toEqual(['episode.create']);
  });
  it.each([
    [{ episodeNumber: 0 }],
    [{ episodeNumber: '1' }],
    [{ episodeNumber: undefined }],
    [{ title: '' }],
    [{ title: undefined }],
    [{ cliffhanger_score: 7.5 }],
    [{ cliffhanger_score: 101 }],
    [{ cliffhanger_score: -1 }],
    [{ cliffhangerScore: 7 }],
    [{ synopsis: null }],
  ])('is refused with %j', async (part) => {
    expect((await add(await makeSeries(world, 'draft'), part)).body.error).toBe('validation_failed');
  });
  it('has a unique number in its series, even if ten are created concurrently', async () => {
    const [one, other] = [await makeSeries(world, 'draft'), await makeSeries(world, 'draft')];
    const all = await Promise.all(Array.from({ length: 10 }, () => add(one, { episodeNumber: 7 })));
    expect(all.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array(9).fill(409)]);
    expect((await add(one, { episodeNumber: 7 })).body).toEqual({ statusCode: 409, error: 'episode_number_taken' });
    expect((await add(other, { episodeNumber: 7 })).status).toBe(201);
    const second = await add(one, { episodeNumber: 8 });
    expect((await edit(second.body.id, { episodeNumber: 7 })).body.error).toBe('episode_number_taken');
  });
  it('is refused for an archived or unknown series, and with an unknown file', async () => {
    const archived = await add(await makeSeries(world, 'archived'));
    expect(archived.body).toMatchObject({ error: 'field_locked', fields: ['episodes'], currentState: 'archived' });
    expect((await add(nobody)).status).toBe(404);
    const draft = await makeSeries(world, 'draft');
    for (const link of [{ mediaAssetId: nobody }, { thumb_asset_id: nobody }, { mediaAssetId: 'x' }]) {
      const [field] = Object.keys(link);
      expect((await add(draft, link)).body).toEqual({ statusCode: 404, error: 'not_found', field });
    }
    expect((await editor.get(`/admin/series/${draft}/episodes`)).body.items).toEqual([]);
  });
  it('requires catalog:write', async () => {
    expect((await reader.post(`/admin/series/${nobody}/episodes`, {})).status).toBe(403);
  });
});

describe('an edit of an episode', () => {
  const edits: Record<string, unknown> = {
    episodeNumber: 77,
    title: 'Another',
    titleI18n: { en: 'Another' },
    synopsis: 'Another',
    synopsisI18n: { en: 'Another' },
    cliffhanger_score: 70,
    mediaAssetId: nobody,
    thumb_asset_id: nobody,
  };
  const links = ['mediaAssetId', 'thumb_asset_id'];
  it.each<[State, string[]]>([
    ['draft', []],
    ['in_review', ['episodeNumber', ...links]],
    ['scheduled', ['episodeNumber', ...links]],
    ['published', ['episodeNumber', 'title', 'titleI18n', ...links]],
    ['archived', Object.keys(edits)],
  ])('in %s is refused for %j', async (state, locked) => {
    for (const [field, value] of Object.entries(edits)) {
      const id = await makeEpisode(world, state);
      const { body } = await edit(id, { [field]: value, ...(state === 'published' && { note: 'checked' }) });
      const refusal = { error: 'field_locked', fields: [field], currentState: state };
      const done = links.includes(field) ? { error: 'not_found' } : { [field]: value };
      expect(body).toMatchObject(locked.includes(field) ? refusal : done);
    }
  });
  it('of a published episode requires a note', async () => {
    const id = await makeEpisode(world, 'published');
    const given = { synopsis: 'He knew all along.', cliffhanger_score: 5 };
    expect((await edit(id, given)).body).toEqual({ statusCode: 400, error: 'audit_note_required' });
    expect((await edit(id, { ...given, note: 'too kind' })).body).toMatchObject(given);
    const { rows } = await world.database.pool.query('select reason from audit_entries where target_id = $1', [id]);
    expect(rows).toEqual([{ reason: 'too kind' }]);
  });
  it('from an old revision is refused', async () => {
    const id = await makeEpisode(world, 'draft');
    expect((await edit(id, { title: 'New' })).body.revision).toBe(2);
    const stale = await editor.put(`/admin/episodes/${id}`, { title: 'Old' }, { headers: { 'if-match': '"1"' } });
    expect(stale.body).toEqual({ statusCode: 412, error: 'stale_write' });
  });
  it('from the same revision succeeds for one of ten concurrent requests', async () => {
    const id = await makeEpisode(world, 'draft');
    const headers = { 'if-match': '"1"' };
    const all = await releaseTogether(world, { table: 'episodes', most: 4 }, () =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          editor.put<Item>(`/admin/episodes/${id}`, { title: `Title ${n}` }, { headers }),
        ),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ body }) => body.error === 'stale_write')).toHaveLength(9);
  });
  it('treats a file id in upper case as the same file', async () => {
    const id = await makeEpisode(world, 'published');
    const asset = newId();
    await world.database.pool.query(
      `insert into media_assets (id, kind, provider, status, size_bytes) values ($1, 'video', 'video_provider', 'ready', 1)`,
      [asset],
    );
    await world.database.pool.query('update episodes set media_asset_id = $2 where id = $1', [id, asset]);
    const same = { mediaAssetId: asset.toUpperCase() };
    const unchanged = await editor.put<Item>(`/admin/episodes/${id}`, same, { changesNothing: true });
    expect([unchanged.status, unchanged.body.mediaAssetId, unchanged.body.revision]).toEqual([200, asset, 1]);
  });
});
