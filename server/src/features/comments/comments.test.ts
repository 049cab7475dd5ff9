import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { type Comment, openComments } from './comments.fixture.ts';

const comments = await openComments();
const { world, moderator, episodeId, write, shown } = comments;
const [layla, budi] = [await comments.viewer('Layla'), await comments.viewer('Budi')];

interface Preview {
  items: Comment[];
  nextCursor: null;
}
const previewOf = (id: string, query = '') => layla.get<Preview>(`/v1/comments/preview?episodeId=${id}${query}`);

describe('a comment', () => {
  it('appears immediately with the name of its author', async () => {
    const made = await layla.post<Comment>('/v1/comments', { episodeId, body: '  The twist!\r\n\r\n\r\n\r\nWow ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      episodeId,
      userId: layla.id,
      displayName: 'Layla',
      body: 'The twist!\n\nWow',
      status: 'visible',
    });
    const { body } = await budi.get<Preview>(`/v1/comments/preview?episodeId=${episodeId}`);
    expect(body).toEqual({ items: [made.body], nextCursor: null });
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['what nobody sees', '\u200b\u2060'],
    ['more than a thousand characters', 'a'.repeat(1001)],
    ['control characters', 'a\u0007b'],
    ['an override of the reading order', 'a\u202eb'],
  ])('is refused if it is %s', async (_, body) => {
    const { status, body: refused } = await layla.post<{ details: { path: string }[] }>('/v1/comments', {
      episodeId,
      body,
    });
    expect([status, refused.details[0]?.path]).toEqual([400, 'body']);
  });

  it('has at most a thousand characters, counting an emoji once', async () => {
    const body = '😀'.repeat(1000);
    expect(await write(budi, body)).toMatchObject({ body });
  });

  it('requires a visible episode', async () => {
    const hidden = await makeEpisode(world, 'published', await makeSeries(world, 'archived'));
    for (const id of [newId(), 'nothing', hidden, await makeEpisode(world, 'draft')]) {
      const { status, body } = await layla.post('/v1/comments', { episodeId: id, body: 'Hello' });
      expect([status, body]).toEqual([404, { statusCode: 404, error: 'not_found', field: 'episodeId' }]);
      expect((await previewOf(id)).body).toEqual({ statusCode: 404, error: 'not_found', field: 'episodeId' });
    }
  });

  it('is refused for suspended and banned users', async () => {
    const loud = await comments.viewer();
    await moderator.post(`/admin/users/${loud.id}/suspend`, { reason: 'spam' });
    expect((await loud.post('/v1/comments', { episodeId, body: 'Hello' })).body.error).toBe('user_suspended');
    await moderator.post(`/admin/users/${loud.id}/ban`, { reason: 'spam' });
    expect((await loud.post('/v1/comments', { episodeId, body: 'Hello' })).body.error).toBe('user_banned');
  });

  it('is accepted or refused independently of concurrent ones', async () => {
    const bodies = ['First', ' ', 'Third', 'Fourth'];
    const episodes = [episodeId, episodeId, newId(), episodeId];
    const writers = await Promise.all(bodies.map((body) => comments.viewer(`Writer of ${body}`)));
    const answers = await Promise.all(
      writers.map((by, n) => by.post<Comment>('/v1/comments', { episodeId: episodes[n], body: bodies[n] })),
    );
    expect(answers.map(({ status, body }) => [status, body.userId, body.body])).toEqual([
      [201, writers[0]?.id, 'First'],
      [400, undefined, undefined],
      [404, undefined, undefined],
      [201, writers[3]?.id, 'Fourth'],
    ]);
  });

  it('of a guest has no name', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    expect(await write(guest)).toMatchObject({ displayName: null, status: 'visible' });
  });
});

describe('the preview', () => {
  it('has ten comments by default and at most fifty, newest first', async () => {
    const id = await makeEpisode(world, 'published');
    const bodies = Array.from({ length: 12 }, (_, n) => `Comment ${n}`);
    for (const body of bodies) await layla.post('/v1/comments', { episodeId: id, body });
    const newest = bodies.toReversed();
    expect((await previewOf(id)).body.items.map(({ body }) => body)).toEqual(newest.slice(0, 10));
    for (const two of ['2', '02', '2.0']) {
      const { body } = await previewOf(id, `&limit=${two}`);
      expect(body.items.map((item) => item.body)).toEqual(newest.slice(0, 2));
    }
    expect((await previewOf(id, '&limit=50')).body.items).toHaveLength(12);
    for (const limit of ['0', '51', 'ten']) expect((await previewOf(id, `&limit=${limit}`)).status).toBe(400);
    expect((await layla.get('/v1/comments/preview')).status).toBe(400);
  });

  it('shows a comment that is committed after a newer one', async () => {
    const id = await makeEpisode(world, 'published');
    const late = await world.database.pool.connect();
    await late.query('begin');
    await late.query(
      'insert into comments (id, episode_id, user_id, body, created_at, updated_at) values ($1, $2, $3, $4, clock(), clock())',
      [newId(), id, budi.id, 'Written first'],
    );
    await layla.post('/v1/comments', { episodeId: id, body: 'Committed first' });
    expect((await previewOf(id)).body.items.map(({ body }) => body)).toEqual(['Committed first']);
    await late.query('commit');
    late.release();
    expect((await previewOf(id)).body.items.map(({ body }) => body)).toEqual(['Committed first', 'Written first']);
  });

  it('returns 304 until it changes, and never shows comments hidden by any process', async () => {
    const id = await makeEpisode(world, 'published');
    const otherProcess = world.another();
    const yusuf = await makeViewer(otherProcess);
    const url = `/v1/comments/preview?episodeId=${id}`;
    const first = await layla.post<Comment>('/v1/comments', { episodeId: id, body: 'First' });
    await layla.post<Comment>('/v1/comments', { episodeId: id, body: 'Second' });
    const [here, other] = [await layla.get<Preview>(url), await yusuf.get<Preview>(url)];
    expect(other.headers.etag).toBe(here.headers.etag);
    const known = { headers: { 'if-none-match': String(here.headers.etag) } };
    for (const one of [layla, yusuf]) expect((await one.get(url, known)).status).toBe(304);
    const hide = (move: string) =>
      moderator.post(`/admin/moderation/comments/${first.body.id}/${move}`, { reason: 'spam' });
    await hide('hide');
    for (const one of [layla, yusuf]) {
      expect((await one.get<Preview>(url, known)).body.items.map(({ body }) => body)).toEqual(['Second']);
    }
    await hide('restore');
    for (const one of [layla, yusuf]) expect((await one.get<Preview>(url)).body.items).toHaveLength(2);
    await hide('delete');
    for (const one of [layla, yusuf]) expect((await one.get<Preview>(url)).body.items).toHaveLength(1);
  });

  it('omits the names of anonymized users immediately', async () => {
    const id = await makeEpisode(world, 'published');
    const sari = await comments.viewer('Sari');
    await sari.post('/v1/comments', { episodeId: id, body: 'I saw it twice' });
    expect((await previewOf(id)).body.items[0]?.displayName).toBe('Sari');
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const url = `/admin/users/${sari.id}/anonymize`;
    const { body } = await asker.post<{ approvalId: string }>(url, { reason: 'asked' });
    await decider.post(`/admin/approvals/${body.approvalId}/approve`);
    expect((await previewOf(id)).body.items[0]?.displayName).toBeNull();
  });

  it('is not found once the episode is hidden', async () => {
    const seriesId = await makeSeries(world, 'published');
    const id = await makeEpisode(world, 'published', seriesId);
    await layla.post('/v1/comments', { episodeId: id, body: 'Hello' });
    expect((await previewOf(id)).status).toBe(200);
    const editor = await makeAdminActor(world, 'content_manager');
    await editor.post(`/admin/series/${seriesId}/workflow`, { action: 'archive' });
    expect((await previewOf(id)).status).toBe(404);
    const other = await makeEpisode(world, 'published');
    expect((await previewOf(other)).status).toBe(200);
    await editor.post(`/admin/episodes/${other}/workflow`, { action: 'archive' });
    expect((await previewOf(other)).status).toBe(404);
  });
});

describe('a report', () => {
  const report = (by: typeof layla, id: string, reason = 'spam') =>
    by.post<{ id: string; reason: string }>(`/v1/comments/${id}/report`, { reason });

  it('counts once per user', async () => {
    const { id } = await write(layla);
    const [first, again] = [await report(budi, id), await report(budi, id, 'something else')];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const other = await comments.viewer();
    await report(other, id, 'spoiler');
    const { body } = await moderator.get<Comment & { reports: { reason: string }[] }>(
      `/admin/moderation/comments/${id}`,
    );
    expect(body.openReports).toBe(2);
    expect(body.reports.map(({ reason }) => reason)).toEqual(['spoiler', 'spam']);
  });

  it('counts once if repeated concurrently', async () => {
    const { id } = await write(layla);
    const racers = [budi, ...(await Promise.all([1, 2, 3].map(() => comments.viewer())))];
    const answers = await Promise.all([...racers, ...racers, ...racers].map((by) => report(by, id)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
    const { body } = await moderator.get<Comment>(`/admin/moderation/comments/${id}`);
    expect(body.openReports).toBe(4);
  });

  it('is refused for own, hidden and unknown comments', async () => {
    const { id } = await write(layla);
    expect((await report(layla, id)).status).toBe(400);
    expect((await report(budi, id, ' ')).status).toBe(400);
    await moderator.post(`/admin/moderation/comments/${id}/hide`, { reason: 'spam' });
    for (const missing of [id, newId(), 'nothing']) expect((await report(budi, missing)).status).toBe(404);
    expect(await shown(budi)).not.toContain(id);
  });
});

it('comments are limited to twelve per minute', async () => {
  const limited = world.another({ rateLimits: true });
  const chatty = await makeViewer(limited);
  const statuses: number[] = [];
  for (let n = 0; n < 13; n++)
    statuses.push((await chatty.post('/v1/comments', { episodeId, body: `Hello ${n}` })).status);
  expect(statuses).toEqual([...Array(12).fill(201), 429]);
});
