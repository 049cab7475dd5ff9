import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import type { State } from '../catalog/rules.ts';
import { openMediaWorld } from './media-world.fixture.ts';

/** Which images stay because something shows them. */

const { world, editor, assetOf, image } = await openMediaWorld();
const { db } = world.database;

const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#345' } })
  .jpeg()
  .toBuffer();
const fields = {
  posterAssetId: ['series', 'poster'],
  heroAssetId: ['series', 'hero'],
  thumb_asset_id: ['episode', 'thumb'],
} as const;
const each = it.each(['posterAssetId', 'heroAssetId', 'thumb_asset_id'] as const);

/** Something in review that shows an image in this field. */
async function itemWith(field: keyof typeof fields) {
  const [type, kind] = fields[field];
  const { body } = await image(picture, kind);
  const id = type === 'series' ? await makeSeries(world, 'in_review') : await makeEpisode(world, 'in_review');
  const [table, column] = [sql.table(type === 'series' ? 'series' : 'episodes'), sql.ref(`${kind}_asset_id`)];
  await sql`update ${table} set ${column} = ${body.id} where id = ${id}`.execute(db);
  const setState = (state: State) =>
    sql`update ${table} set status = ${state}, published_at = clock() where id = ${id}`.execute(db);
  const softDelete = () => sql`update ${table} set deleted_at = clock() where id = ${id}`.execute(db);
  return { id, type, assetId: body.id, setState, softDelete };
}
const remove = (assetId: string) => editor.delete(`/admin/media/assets/${assetId}`);

each('the image of something archived stays as its %s', async (field) => {
  const { assetId, setState, softDelete } = await itemWith(field);
  expect((await assetOf(assetId)).allowed).toEqual(['delete']);
  await setState('archived');
  expect((await assetOf(assetId)).allowed).toEqual([]);
  expect(await remove(assetId)).toMatchObject({
    status: 400,
    body: { error: 'field_locked', fields: [field], currentState: 'archived' },
  });
  expect((await assetOf(assetId)).status).toBe('ready');
  await softDelete();
  expect((await remove(assetId)).status).toBe(204);
});

each('the %s of what viewers see or will see is not deleted', async (field) => {
  const { id, type, assetId, setState } = await itemWith(field);
  const users = type === 'series' ? { episodeIds: [], seriesIds: [id] } : { episodeIds: [id], seriesIds: [] };
  for (const state of ['scheduled', 'published'] as const) {
    await setState(state);
    expect((await assetOf(assetId)).allowed).toEqual([]);
    expect(await remove(assetId)).toMatchObject({ status: 409, body: { error: 'asset_in_use', ...users } });
    expect((await assetOf(assetId)).status).toBe('ready');
  }
  await setState('in_review');
  expect((await remove(assetId)).status).toBe(204);
});
