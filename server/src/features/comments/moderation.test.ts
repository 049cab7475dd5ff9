import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode } from '../../../test/harness/catalog.ts';
import { newId } from '../../kit/id.ts';
import { type Comment, openComments } from './comments.fixture.ts';

const comments = await openComments();
const { world, moderator, write, shown, strikesOf } = comments;
const support = await makeAdminActor(world, 'support');
const [author, reader, other] = [
  await comments.viewer('Layla'),
  await comments.viewer('Budi'),
  await comments.viewer('Anna'),
];

const move = (id: string, name: string, body: object = {}, headers: Record<string, string> = {}) =>
  moderator.post<Comment>(`/admin/moderation/comments/${id}/${name}`, { reason: 'spam', ...body }, { headers });
const find = async (id: string) => (await moderator.get<Detail>(`/admin/moderation/comments/${id}`)).body;
const report = async (by: typeof author, id: string, reason = 'spam') =>
  (await by.post<{ id: string }>(`/v1/comments/${id}/report`, { reason })).body.id;

interface Report {
  id: string;
  commentId: string;
  reason: string;
  status: string;
  outcome: string | null;
  allowed: string[];
  reporter: { displayName: string };
  comment: Comment;
}
interface Detail extends Comment {
  reports: Report[];
  thread: Comment[];
  authorComments: Comment[];
  authorCounts: object;
  strikes: object[];
  episode: { seriesTitle: string; episodeNumber: number };
}
interface List<Item> {
  items: Item[];
  nextCursor: string | null;
}
const list = async (query: string) =>
  (await moderator.get<List<Comment>>(`/admin/moderation/comments${query}`)).body.items.map(({ id }) => id);

describe('a comment', () => {
  it('is hidden, restored and deleted, each with a reason', async () => {
    const { id } = await write(author);
    const hidden = await move(id, 'hide', { reason: 'Layla insults others' });
    expect(hidden.body).toMatchObject({ status: 'hidden', allowed: ['restore', 'delete'], revision: 2 });
    expect(await shown(reader)).not.toContain(id);
    expect((await move(id, 'hide')).body).toMatchObject({ error: 'invalid_transition', currentState: 'hidden' });
    expect((await move(id, 'restore')).body).toMatchObject({ status: 'visible', allowed: ['hide', 'delete'] });
    expect(await shown(reader)).toContain(id);
    expect((await move(id, 'delete')).body).toMatchObject({ status: 'deleted', allowed: ['restore'] });
    expect(await shown(reader)).not.toContain(id);
    expect(await auditActionsOf(world, id)).toEqual(['comment.hide', 'comment.restore', 'comment.delete']);
    const entry = await world.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('target_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      reason: 'Layla insults others',
      before: { status: 'visible' },
      after: { status: 'hidden' },
    });
  });

  it('is not changed from an old revision', async () => {
    const { id } = await write(author);
    expect((await move(id, 'hide', {}, { 'if-match': '"1"' })).status).toBe(200);
    expect((await move(id, 'restore', {}, { 'if-match': '"1"' })).status).toBe(412);
    expect((await find(id)).status).toBe('hidden');
  });

  it('is hidden once by two concurrent moderators', async () => {
    const { id } = await write(author);
    const second = await makeAdminActor(world.another(), 'moderator');
    const url = `/admin/moderation/comments/${id}/hide`;
    const answers = await Promise.all([moderator, second].map((by) => by.post(url, { reason: 'spam', strike: true })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await find(id)).author.strikes).toBe(1);
    await move(id, 'restore');
  });

  it('gives one strike when hidden, which restoring removes', async () => {
    const user = await comments.viewer('Omar');
    const [first, second, third] = [await write(user), await write(user), await write(user)];
    for (const { id } of [first, second]) await move(id, 'hide', { strike: true });
    expect((await move(third.id, 'delete', { strike: true })).body.author).toMatchObject({
      strikes: 3,
      commentingSuspended: true,
    });
    expect((await move(first.id, 'delete', { strike: true })).body.author.strikes).toBe(3);
    expect((await move(first.id, 'restore', { strike: true })).body.author.strikes).toBe(3);
    expect((await move(first.id, 'hide')).body.author.strikes).toBe(3);
    expect((await move(first.id, 'restore')).body.author).toMatchObject({ strikes: 2, commentingSuspended: false });
    expect(await strikesOf(user)).toMatchObject({ strikes: [{ refId: third.id }, { refId: second.id }] });
  });

  it('requires moderation:read to read and moderation:write to change', async () => {
    const { id } = await write(author);
    const { status, body } = await support.get<Comment>(`/admin/moderation/comments/${id}`);
    expect([status, body.allowed]).toEqual([200, []]);
    expect((await support.post(`/admin/moderation/comments/${id}/hide`, { reason: 'spam' })).status).toBe(403);
    expect((await move(newId(), 'hide')).status).toBe(404);
    expect((await moderator.post(`/admin/moderation/comments/${id}/hide`, {})).status).toBe(400);
  });
});

describe('reports', () => {
  it('are resolved by hiding, and can be reopened by restoring', async () => {
    const { id } = await write(author);
    await report(reader, id);
    await report(other, id, 'it is an insult');
    expect(await list('?reported=true')).toContain(id);
    expect((await move(id, 'hide')).body.openReports).toBe(0);
    expect((await find(id)).reports).toMatchObject([{ outcome: 'hidden' }, { outcome: 'hidden' }]);
    expect((await move(id, 'restore', { reopen: true })).body).toMatchObject({ openReports: 2, status: 'visible' });
    await move(id, 'hide');
    expect((await move(id, 'restore')).body).toMatchObject({ openReports: 0 });
  });

  it('are resolved individually or together', async () => {
    const { id } = await write(author);
    const [first] = [await report(reader, id), await report(other, id)];
    const resolve = () => moderator.post<Report>(`/admin/moderation/reports/${first}/resolve`);
    expect((await resolve()).body).toMatchObject({ status: 'resolved', outcome: 'kept', allowed: [], comment: { id } });
    expect((await resolve()).body).toMatchObject({ error: 'invalid_transition', currentState: 'resolved' });
    expect(await find(id)).toMatchObject({ openReports: 1, allowed: ['hide', 'delete', 'resolve'] });
    const all = () => moderator.post<Comment>(`/admin/moderation/comments/${id}/resolve`);
    expect((await all()).body).toMatchObject({ openReports: 0, allowed: ['hide', 'delete'] });
    expect((await all()).body).toMatchObject({ error: 'invalid_transition' });
    expect(await auditActionsOf(world, id)).toEqual(['comment.resolve_reports']);
    expect(await auditActionsOf(world, first)).toEqual(['comment_report.resolve']);
  });

  it('resolved concurrently are counted once', async () => {
    const { id } = await write(author);
    const ids = [await report(reader, id), await report(other, id)];
    const answers = await Promise.all(
      [...ids, ...ids].map((one) => moderator.post(`/admin/moderation/reports/${one}/resolve`)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 400, 400]);
    expect((await find(id)).openReports).toBe(0);
  });

  it('are listed with their comments, and counted', async () => {
    const { id } = await write(author, 'Reported in a list');
    const one = await report(other, id, 'spoiler');
    const { body } = await moderator.get<List<Report>>(`/admin/moderation/reports?status=open&userId=${other.id}`);
    expect(body.items[0]).toMatchObject({
      id: one,
      reason: 'spoiler',
      status: 'open',
      reporter: { displayName: 'Anna' },
      comment: { id, body: 'Reported in a list', status: 'visible' },
    });
    const summary = await moderator.get<Record<string, number | string>>('/admin/moderation/summary');
    expect(summary.body.openReports).toBeGreaterThanOrEqual(1);
    expect(summary.body.reportedComments).toBeGreaterThanOrEqual(1);
    expect(summary.body.oldestReportAt).toEqual(expect.any(String));
    await move(id, 'hide');
    const after = await moderator.get<List<Report>>(`/admin/moderation/reports?status=resolved&userId=${other.id}`);
    expect(after.body.items.map((item) => item.id)).toContain(one);
  });
});

describe('the list', () => {
  it('finds comments by status, author, words and reports', async () => {
    const user = await comments.viewer('Sofia');
    const [plain, hidden] = [await write(user, 'Kejutan di akhir 100%'), await write(user, 'مفاجأة في النهاية')];
    await move(hidden.id, 'hide');
    expect(await list(`?userId=${user.id}`)).toEqual([hidden.id, plain.id]);
    expect(await list(`?userId=${user.id}&status=hidden`)).toEqual([hidden.id]);
    expect(await list(`?userId=${user.id}&status=visible&reported=false`)).toEqual([plain.id]);
    expect(await list('?q=kejutan DI')).toEqual([plain.id]);
    expect(await list('?q=100%25')).toEqual([plain.id]);
    expect(await list(`?q=${encodeURIComponent('مفاجأة')}`)).toEqual([hidden.id]);
    expect(await list(`?q=${plain.id}`)).toEqual([plain.id]);
    expect(await list('?userId=nobody')).toEqual([]);
    expect((await moderator.get('/admin/moderation/comments?state=hidden')).status).toBe(400);
  });

  it('has stable pages while comments are added', async () => {
    const user = await comments.viewer('Deniz');
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await write(user)).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await moderator.get<List<Comment>>(
        `/admin/moderation/comments?userId=${user.id}&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? '';
      await write(user);
    } while (cursor);
    expect(seen).toEqual(ids);
  });
});

describe('the context', () => {
  it('has the surrounding comments, and other comments of the author', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const user = await comments.viewer('Putri');
    const elsewhere = await write(user, 'Written elsewhere');
    const around: Comment[] = [];
    for (let n = 0; n < 12; n++) {
      const by = n === 6 ? user : reader;
      around.push((await by.post<Comment>('/v1/comments', { episodeId, body: `Line ${n}` })).body);
    }
    const [target, neighbour] = [around[6], around[5]];
    if (!target || !neighbour) throw new Error('nothing was written');
    await move(neighbour.id, 'hide');
    const detail = await find(target.id);
    expect(detail.thread.map(({ body }) => body)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Line ${n}`));
    expect(detail.thread[5]).toMatchObject({ status: 'hidden' });
    expect(detail.authorComments.map(({ id }) => id)).toEqual([elsewhere.id]);
    expect(detail).toMatchObject({
      authorCounts: { comments: 2, notVisible: 0, reportsMade: 0 },
      strikes: [],
      episode: { episodeNumber: 1 },
    });
  });
});

it('A comment is shown in its context by three connections at most', async () => {
  const { id } = await write(author, 'one request, few connections');
  const fresh = world.another();
  const { statusCode } = await fresh.app.inject({
    url: `/v1/admin/moderation/comments/${id}`,
    headers: { authorization: `Bearer ${moderator.token}` },
  });
  expect(statusCode).toBe(200);
  // A pool opens a connection for each query that finds none idle, and keeps it.
  expect(fresh.database.pool.totalCount).toBeLessThanOrEqual(3);
});
