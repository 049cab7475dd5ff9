import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
/** Holds wallet:read, and not catalog:read. */
const finance = await makeAdminActor(world, 'finance');
const { pool } = world.database;

interface Named {
  subject: Record<string, unknown> | null;
}

const titleI18n = { ar: 'عروس الميناء' };
const seriesId = await makeSeries(world, 'published', { title: 'Harbour', titleI18n });
const episodeId = await makeEpisode(world, 'published', seriesId, 7);
await pool.query(`update episodes set title = 'The letter', title_i18n = '{"id": "Surat"}' where id = $1`, [episodeId]);

const ofSeries = { seriesId, seriesTitle: 'Harbour', seriesTitleI18n: titleI18n, pictureAssetId: null };
const series = { ...ofSeries, type: 'series', id: seriesId, episodeNumber: null, title: 'Harbour', titleI18n };
const letter = { episodeNumber: 7, title: 'The letter', titleI18n: { id: 'Surat' } };
const episode = { ...ofSeries, type: 'episode', id: episodeId, ...letter };

it.each([
  ['the episode', 'episode', episodeId, episode],
  ['the series', 'series', seriesId, series],
  ['nothing for an episode that there is not', 'episode', newId(), null],
  ['nothing for an id of another kind', 'episode', 'episode-7', null],
  ['nothing for what has no title', 'purchase', episodeId, null],
])('ledger, event and timeline name %s that coins moved for', async (_case, refType, refId, subject) => {
  const { id } = await makeViewer(world);
  await giveCoins(world, id, { bonus: 50 });
  const spend = { reason: 'unlock', refType, refId, spend: 20, counter: 'sink_unlock' } as const;
  const { eventId } = await moveCoins(world, { userId: id, ...spend });
  const { body: ledger } = await finance.get<{ items: Named[] }>(`/admin/users/${id}/ledger`);
  expect(ledger.items[0]?.subject).toEqual(subject);
  expect((await finance.get<Named>(`/admin/ledger/events/${eventId}`)).body.subject).toEqual(subject);
  const { body: story } = await finance.get<{ items: { data: Named }[] }>(`/admin/users/${id}/timeline`);
  expect(story.items[0]?.data.subject).toEqual(subject);
});

it('the timeline names the episode that was watched', async () => {
  const { id } = await makeViewer(world);
  await pool.query(
    `insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed, created_at, updated_at)
     values ($1, $2, $3, clock(), 60, false, clock(), clock())`,
    [id, newId(), episodeId],
  );
  const { body } = await finance.get<{ items: { type: string; data: Named }[] }>(`/admin/users/${id}/timeline`);
  expect(body.items).toMatchObject([{ type: 'watch', data: { subject: episode } }]);
});
