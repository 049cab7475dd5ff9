import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { type Item, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import type { State } from '../catalog/rules.ts';
import { openMediaWorld } from './media-world.fixture.ts';

/** How the artwork of a series is replaced the further it is on its way to viewers. */

const { world, editor, assetOf, image } = await openMediaWorld();
const { db } = world.database;
await makeRole(world, 'designer', ['catalog:read', 'catalog:write', 'catalog:delete']);
const designer = await makeAdminActor(world, 'designer');

const kinds = { posterAssetId: 'poster', heroAssetId: 'hero' } as const;
type Field = keyof typeof kinds;
const fields: Field[] = ['posterAssetId', 'heroAssetId'];
const onTheWay = ['in_review', 'scheduled', 'published'] as const;

const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#543' } })
  .jpeg()
  .toBuffer();
const pictureOf = async (field: Field): Promise<string> => (await image(picture, kinds[field])).body.id;

/** A series with a poster and a hero image, in some state. */
async function seriesWithArtwork(status: State) {
  const [id, posterAssetId, heroAssetId] = [
    await makeSeries(world, status),
    await pictureOf('posterAssetId'),
    await pictureOf('heroAssetId'),
  ];
  const links = { poster_asset_id: posterAssetId, hero_asset_id: heroAssetId };
  await db.updateTable('series').set(links).where('id', '=', id).execute();
  return { id, posterAssetId, heroAssetId };
}

const put = (actor: typeof editor, id: string, body: object, headers = {}) =>
  actor.put<Item>(`/admin/series/${id}/media`, body, { headers });
const seriesOf = async (id: string) => (await editor.get<Item>(`/admin/series/${id}`)).body;
const locked = { status: 400, body: { error: 'field_locked' } };

describe('replacing the artwork of a series', () => {
  it.each(onTheWay.flatMap((status) => fields.map((field) => [status, field] as const)))(
    'in %s: its %s is replaced in one step, with a note, by publishers',
    async (status, field) => {
      const { id, [field]: old } = await seriesWithArtwork(status);
      const fresh = await pictureOf(field);
      for (const note of [undefined, '  ']) {
        const refused = await put(editor, id, { [field]: fresh, ...(note !== undefined && { note }) });
        expect(refused).toMatchObject({ status: 400, body: { error: 'audit_note_required' } });
      }
      expect(await put(designer, id, { [field]: fresh, note: 'New key art.' })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_permissions', required: ['publishing:write'] },
      });
      expect(await seriesOf(id)).toMatchObject({ [field]: old, revision: 1 });
      const replaced = await put(editor, id, { [field]: fresh, note: 'New key art.' });
      expect(replaced).toMatchObject({ status: 200, body: { [field]: fresh, status, revision: 2 } });
      const { rows } = await sql`select action, reason, before, after from audit_entries
        where target_id = ${id}`.execute(db);
      const change = { before: { [field]: old }, after: { [field]: fresh } };
      expect(rows).toEqual([{ action: 'series.update', reason: 'New key art.', ...change }]);
      // Nothing shows the old one any more, so it may go.
      expect((await assetOf(old)).allowed).toEqual(['delete']);
      expect((await editor.delete(`/admin/media/assets/${old}`)).status).toBe(204);
      expect((await assetOf(fresh)).allowed).toEqual(status === 'in_review' ? ['delete'] : []);
    },
  );

  it('that is a draft requires neither a note nor publishing:write, and accepts none', async () => {
    const { id } = await seriesWithArtwork('draft');
    const posterAssetId = await pictureOf('posterAssetId');
    expect(await put(designer, id, { posterAssetId })).toMatchObject({ status: 200, body: { posterAssetId } });
    expect(await put(designer, id, { posterAssetId: null })).toMatchObject({ body: { posterAssetId: null } });
  });

  it('that is archived is refused', async () => {
    const { id } = await seriesWithArtwork('archived');
    const posterAssetId = await pictureOf('posterAssetId');
    expect(await put(editor, id, { posterAssetId, note: 'Why not?' })).toMatchObject(locked);
  });

  it.each(['scheduled', 'published'] as const)('that is %s accepts another image, but not none', async (status) => {
    const { id } = await seriesWithArtwork(status);
    for (const field of fields) {
      expect(await put(editor, id, { [field]: null, note: 'Taken down.' })).toMatchObject(locked);
    }
  });

  it('requires existing assets of the right kind, and the current revision', async () => {
    const { id, posterAssetId, heroAssetId } = await seriesWithArtwork('published');
    const note = 'New key art.';
    expect(await put(editor, id, { posterAssetId: heroAssetId, note })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', details: [{ path: 'posterAssetId' }] },
    });
    expect(await put(editor, id, { heroAssetId: id, note })).toMatchObject({
      status: 404,
      body: { error: 'not_found', field: 'heroAssetId' },
    });
    const stale = await put(
      editor,
      id,
      { posterAssetId: await pictureOf('posterAssetId'), note },
      { 'if-match': '"7"' },
    );
    expect(stale).toMatchObject({ status: 412, body: { error: 'stale_write' } });
    expect(await seriesOf(id)).toMatchObject({ posterAssetId, heroAssetId, revision: 1 });
  });

  it('is not part of an ordinary edit', async () => {
    const { id } = await seriesWithArtwork('published');
    const edit = { posterAssetId: await pictureOf('posterAssetId'), note: 'New key art.' };
    expect(await editor.put(`/admin/series/${id}`, edit)).toMatchObject(locked);
  });

  it('is visible to viewers at once', async () => {
    const { id } = await seriesWithArtwork('published');
    const posterAssetId = await pictureOf('posterAssetId');
    const viewer = await makeViewer(world);
    const shown = async () => (await viewer.get<{ posterUrl: string }>(`/v1/series/${id}`)).body.posterUrl;
    const before = await shown();
    await put(editor, id, { posterAssetId, note: 'New key art.' });
    expect(await shown()).toBe((await assetOf(posterAssetId)).url);
    expect(await shown()).not.toBe(before);
  });
});
