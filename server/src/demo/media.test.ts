import { expect, it } from 'vitest';
import { makeAdminActor } from '../../test/harness/actor.ts';
import type { Page } from '../../test/harness/catalog.ts';
import { listen } from '../../test/harness/tus.ts';
import { openWorld } from '../../test/harness/world.ts';
import { contentPortsOf } from '../ports.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog/series.ts';
import { seedMedia } from './media.ts';

const world = await openWorld();
const count = async (where: string): Promise<number> =>
  (await world.database.pool.query(`select from media_assets where ${where}`)).rowCount ?? 0;

it('The demo has videos that play, one that failed, one that is incomplete, captions in three languages, and artwork', async () => {
  await listen(world);
  await seedAdmins(world.database, 'a quiet harbour at dawn');
  await seedCatalog(world.database, contentPortsOf(world.media));
  // Interrupted and repeated.
  const stop = new AbortController();
  const begun = seedMedia(world.database, world.media, stop.signal);
  await expect.poll(() => count('true'), { timeout: 30_000 }).toBeGreaterThan(3);
  stop.abort();
  await begun;
  expect(await count(`kind = 'caption'`)).toBe(0);
  await seedMedia(world.database, world.media);
  await expect.poll(() => count(`kind = 'video' and status = 'ready'`), { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  await expect.poll(() => count(`status = 'failed' and error = 'not_a_video'`), { timeout: 30_000 }).toBe(1);
  expect(await count(`status = 'uploading' and updated_at < clock() - interval '10 minutes'`)).toBe(1);
  for (const lang of ['en', 'ar', 'id']) {
    expect(await count(`kind = 'caption' and lang = '${lang}'`)).toBeGreaterThan(10);
  }
  const bare = await world.database.pool.query(
    `select from series where status <> 'draft' and (poster_asset_id is null or hero_asset_id is null)`,
  );
  expect(bare.rowCount).toBe(0);
  const editor = await makeAdminActor(world, 'content_manager');
  const lacking = async (status: string) =>
    (await editor.get<Page>(`/admin/series?status=${status}`)).body.items.flatMap(({ missing }) => missing);
  await expect.poll(() => lacking('published'), { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => lacking('scheduled')).toEqual(['captions']);
  const seeded = await count('true');
  await seedMedia(world.database, world.media);
  expect(await count('true')).toBe(seeded);
}, 120_000);
