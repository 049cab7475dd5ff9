import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode } from '../../../test/harness/catalog.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { newId } from '../../kit/id.ts';
import { openMediaWorld } from './media-world.fixture.ts';

/** What comes at the same moment: everyone is held up until all of them have begun. */

const { world, editor, direct, assetOf, sendEvent } = await openMediaWorld();
const { db } = world.database;

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const many = <T>(count: number, start: () => Promise<T>) => Promise.all(Array.from({ length: count }, start));
const ready = (providerId: string) => sendEvent({ providerId, status: 'ready', playbackId: `pb-${newId()}` });

async function failedVideo() {
  const { body } = await direct();
  await sendEvent({ providerId: body.providerId, status: 'failed', error: 'rejected' });
  return body;
}

/** Starts the second once the first is held up. */
async function oneAfterTheOther<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T[]> {
  const begun = first();
  await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
  return Promise.all([begun, second()]);
}

const linkOf = async (episodeId: string) =>
  (
    await sql<{ linked: string | null; isDeleted: boolean | null }>`
      select e.media_asset_id as linked, a.deleted_at is not null as "isDeleted"
      from episodes e left join media_assets a on a.id = e.media_asset_id where e.id = ${episodeId}`.execute(db)
  ).rows[0];

describe('concurrently', () => {
  it('several events report a ready video: it becomes ready once', async () => {
    const { body } = await direct();
    const race = { table: 'media_assets', most: 4 };
    const answers = await releaseTogether(world, race, () => many(4, () => ready(body.providerId)));
    expect(statuses(answers)).toEqual([204, 204, 204, 204]);
    expect(await auditActionsOf(world, body.assetId)).toEqual(['media.upload', 'media.ready']);
  });

  it('copies of one event arrive: it is stored and applied once', async () => {
    const { body } = await direct();
    const id = newId();
    const event = { providerId: body.providerId, status: 'failed', error: 'rejected' };
    // What waits together is kept by one statement.
    const race = { table: 'webhook_events', most: 1 };
    const answers = await releaseTogether(world, race, () => many(4, () => sendEvent(event, { id })));
    expect(statuses(answers)).toEqual([204, 204, 204, 204]);
    expect(await auditActionsOf(world, body.assetId)).toEqual(['media.upload', 'media.failed']);
    const stored = await sql`select from webhook_events where event_id = ${id}`.execute(db);
    expect(stored.rows).toHaveLength(1);
  });

  it('several admins retry a video: it is retried once', async () => {
    const { assetId } = await failedVideo();
    const retry = () => editor.post(`/admin/media/assets/${assetId}/retry`);
    const answers = await releaseTogether(world, { table: 'media_assets', most: 4 }, () => many(4, retry));
    expect(statuses(answers)).toEqual([200, 400, 400, 400]);
    expect(await assetOf(assetId)).toMatchObject({ status: 'processing', attempts: 2 });
  });

  it('several admins delete an asset: it is deleted once', async () => {
    const { assetId } = await failedVideo();
    const remove = () => editor.delete(`/admin/media/assets/${assetId}`);
    const answers = await releaseTogether(world, { table: 'media_assets', most: 4 }, () => many(4, remove));
    expect(statuses(answers)).toEqual([204, 404, 404, 404]);
    expect((await auditActionsOf(world, assetId)).filter((act) => act === 'media.delete')).toHaveLength(1);
  });

  it('several admins replay an event: it is applied once', async () => {
    const operator = await makeAdminActor(world, 'superadmin');
    const providerId = `later-${newId()}`;
    const eventId = newId();
    await sendEvent({ providerId, status: 'failed', error: 'rejected' }, { id: eventId });
    const { body } = await direct();
    await sql`update media_assets set provider_id = ${providerId} where id = ${body.assetId}`.execute(db);
    const { rows } = await sql<{ id: string }>`select id from webhook_events where event_id = ${eventId}`.execute(db);
    const replay = () => operator.post(`/admin/webhooks/${rows[0]?.id}/replay`);
    const answers = await releaseTogether(world, { table: 'webhook_events', most: 4 }, () => many(4, replay));
    expect(statuses(answers)).toEqual([200, 400, 400, 400]);
  });

  it('a video is linked and deleted: nothing uses it afterwards', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const { body } = await direct();
    const link = () => editor.put(`/admin/episodes/${episodeId}/media`, { mediaAssetId: body.assetId });
    const remove = () => editor.delete(`/admin/media/assets/${body.assetId}`);
    const race = { table: 'episodes', most: 2 };
    expect(statuses(await releaseTogether(world, race, () => oneAfterTheOther(link, remove)))).toEqual([200, 204]);
    expect(await linkOf(episodeId)).toEqual({ linked: null, isDeleted: false });
  });

  it('a video is deleted and linked: a deleted one cannot be linked', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const { body } = await direct();
    const link = () => editor.put(`/admin/episodes/${episodeId}/media`, { mediaAssetId: body.assetId });
    const remove = () => editor.delete(`/admin/media/assets/${body.assetId}`);
    const race = { table: 'audit_log', most: 2 };
    expect(statuses(await releaseTogether(world, race, () => oneAfterTheOther(remove, link)))).toEqual([204, 404]);
    expect(await linkOf(episodeId)).toEqual({ linked: null, isDeleted: false });
  });

  it('a video becomes ready and is deleted: the episode does not use it', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const { body } = await direct({ episodeId });
    const remove = () => editor.delete(`/admin/media/assets/${body.assetId}`);
    const race = { table: 'episodes', most: 2 };
    const answers = await releaseTogether(world, race, () => oneAfterTheOther(() => ready(body.providerId), remove));
    expect(statuses(answers)).toEqual([204, 204]);
    expect(await linkOf(episodeId)).toEqual({ linked: null, isDeleted: false });
  });

  /** Archives an episode and, before that is committed, asks for something else; it has to wait and is refused. */
  async function whileArchived(episodeId: string, asked: () => Promise<{ status: number; body: unknown }>) {
    const archive = () => editor.post<unknown>(`/admin/episodes/${episodeId}/workflow`, { action: 'archive' });
    const race = { table: 'audit_log', most: 2 };
    const [archived, answer] = await releaseTogether(world, race, () => oneAfterTheOther(archive, asked));
    expect(archived?.status).toBe(200);
    return answer;
  }
  const caption = (episodeId: string, lang = 'en') =>
    editor.upload<{ id: string }>(
      '/admin/media/captions',
      { episodeId, lang, note: 'Corrected.' },
      { name: 'en.srt', bytes: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' },
    );
  const locked = (field: string) => ({
    status: 400,
    body: { error: 'field_locked', fields: [field], currentState: 'archived' },
  });

  it('an episode is archived and an upload starts: the upload is refused', async () => {
    const episodeId = await makeEpisode(world, 'published');
    expect(await whileArchived(episodeId, () => direct({ episodeId }))).toMatchObject(locked('mediaAssetId'));
  });

  it('an episode is archived and captions arrive: they are refused', async () => {
    const episodeId = await makeEpisode(world, 'published');
    expect(await whileArchived(episodeId, () => caption(episodeId))).toMatchObject(locked('captions'));
  });

  it('an episode is archived and its captions are deleted: it keeps them', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const { body } = await caption(episodeId);
    const remove = () => editor.delete<unknown>(`/admin/media/assets/${body.id}`);
    expect(await whileArchived(episodeId, remove)).toMatchObject(locked('captions'));
  });

  it('an episode is published and its video is deleted: it keeps the video', async () => {
    const episodeId = await makeEpisode(world, 'in_review');
    const { body } = await direct({ episodeId });
    await ready(body.providerId);
    const publish = () => editor.post(`/admin/episodes/${episodeId}/workflow`, { action: 'publish' });
    const remove = () => editor.delete(`/admin/media/assets/${body.assetId}`);
    const race = { table: 'audit_log', most: 2 };
    const answers = await releaseTogether(world, race, () => oneAfterTheOther(publish, remove));
    expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { error: 'asset_in_use' } }]);
    expect(await linkOf(episodeId)).toEqual({ linked: body.assetId, isDeleted: false });
  });
});
