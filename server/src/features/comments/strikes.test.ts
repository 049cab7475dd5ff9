import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { auditActionsOf } from '../../../test/harness/catalog.ts';
import type { Viewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { newId } from '../../kit/id.ts';
import { type Comment, openComments } from './comments.fixture.ts';

const comments = await openComments();
const { world, moderator, write, shown, strikesOf } = comments;
const second = await makeAdminActor(world.another(), 'moderator');
const reader = await comments.viewer('Reader');

interface Strike {
  id: string;
  type: string;
  refId: string;
  reason: string;
  error: string;
}

const strike = (user: Viewer, refId: string, fields: object = {}, by = moderator) =>
  by.post<Strike>(`/admin/users/${user.id}/strikes`, { type: 'comment', refId, reason: 'spam', ...fields });

/** A user with so many strikes, each for a comment. */
async function struck(times: number): Promise<Viewer> {
  const user = await comments.viewer('Omar');
  for (let n = 0; n < times; n++) expect((await strike(user, (await write(user)).id)).status).toBe(201);
  return user;
}

describe('a strike', () => {
  it('refers to a comment or report of the user, once for each, and appears on the user’s page', async () => {
    const user = await comments.viewer('Dewi');
    const { id } = await write(user);
    const made = await strike(user, id, { reason: 'Dewi advertises' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ type: 'comment', refId: id, reason: '[personal] advertises' });
    expect((await strike(user, id)).body.error).toBe('strike_exists');
    const other = await write(reader);
    const report = await user.post<{ id: string }>(`/v1/comments/${other.id}/report`, { reason: 'spam' });
    expect((await strike(user, report.body.id, { type: 'report' })).status).toBe(201);
    expect((await strikesOf(user)).strikes).toMatchObject([{ refId: report.body.id }, made.body]);
    for (const [refId, type] of [
      [other.id, 'comment'],
      [id, 'report'],
      [newId(), 'comment'],
      ['no id', 'comment'],
    ]) {
      const { status, body } = await strike(user, String(refId), { type });
      expect([status, body]).toMatchObject([404, { field: 'refId' }]);
    }
    expect((await moderator.post(`/admin/users/${newId()}/strikes`, {})).status).toBe(404);
  });

  it('hides new comments from the third on, until one is removed', async () => {
    const user = await struck(2);
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: false });
    const before = await write(user);
    const third = await strike(user, before.id);
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: true });
    const during = await write(user);
    expect(during.status).toBe('hidden');
    expect(await shown(reader)).toContain(before.id);
    expect(await shown(reader)).not.toContain(during.id);
    expect((await moderator.delete(`/admin/users/${user.id}/strikes/${third.body.id}`)).status).toBe(204);
    expect((await moderator.delete(`/admin/users/${user.id}/strikes/${third.body.id}`)).status).toBe(404);
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: false, strikes: [{}, {}] });
    expect((await write(user)).status).toBe('visible');
    expect(await auditActionsOf(world, user.id)).toEqual([
      ...['user.strike', 'user.strike', 'user.strike', 'user.suspend_commenting'],
      ...['user.remove_strike', 'user.allow_commenting'],
    ]);
  });

  it('records the suspension as the system’s, and a dry run announces it', async () => {
    const user = await struck(2);
    const { id } = await write(user);
    const { body } = await moderator.post<{ effects: { audit: { action: string }[] } }>(
      `/admin/users/${user.id}/strikes?dryRun=true`,
      { type: 'comment', refId: id, reason: 'spam' },
    );
    expect(body.effects.audit.map(({ action }) => action)).toEqual(['user.strike', 'user.suspend_commenting']);
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: false });
    await strike(user, id);
    const entries = await world.database.db
      .selectFrom('audit_entries')
      .select('admin_email')
      .where('target_id', '=', user.id)
      .where('action', '=', 'user.suspend_commenting')
      .execute();
    expect(entries).toEqual([{ admin_email: 'system' }]);
  });

  it('does not change the push settings of the user', async () => {
    const user = await struck(3);
    const { body } = await moderator.get(`/admin/users/${user.id}`);
    expect(body).toMatchObject({ pushPrefs: { drops: true, marketing: true, moderation: true } });
  });

  it('requires moderation:write', async () => {
    await makeRole(world, 'reads comments', ['moderation:read', 'users:read']);
    const [user, only] = [await struck(1), await makeAdminActor(world, 'reads comments')];
    const { strikes } = await strikesOf(user);
    expect((await strike(user, (await write(user)).id, {}, only)).status).toBe(403);
    expect((await only.delete(`/admin/users/${user.id}/strikes/${strikes[0]?.id}`)).status).toBe(403);
  });
});

describe('concurrently', () => {
  it('two admins give the second and the third strike: later comments are hidden', async () => {
    const user = await struck(1);
    const [one, other] = [await write(user), await write(user)];
    const answers = await releaseTogether(world, { table: 'strikes', most: 2 }, () =>
      Promise.all([strike(user, one.id), strike(user, other.id, {}, second)]),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: true, strikes: [{}, {}, {}] });
  });

  it('a strike is removed while another is given: both count', async () => {
    const user = await struck(3);
    const { strikes } = await strikesOf(user);
    const next = await write(user);
    await releaseTogether(world, { table: 'strikes', most: 2 }, () =>
      Promise.all([
        moderator.delete(`/admin/users/${user.id}/strikes/${strikes[0]?.id}`),
        strike(user, next.id, {}, second),
      ]),
    );
    expect(await strikesOf(user)).toMatchObject({ commentingSuspended: true, strikes: [{}, {}, {}] });
  });

  it('two admins give a strike for the same comment: it counts once', async () => {
    const user = await struck(0);
    const { id } = await write(user);
    const answers = await releaseTogether(world, { table: 'strikes', most: 2 }, () =>
      Promise.all([strike(user, id), strike(user, id, {}, second)]),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  it('a user writes while the third strike is given: it is hidden', async () => {
    const user = await struck(2);
    const { id } = await write(user);
    const [, late] = await releaseTogether(world, { table: 'strikes', most: 2 }, async () => {
      // From another process: in one they would stand in the same queue.
      const third = strike(user, id, {}, second);
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
      return Promise.all([third, write(user)]);
    });
    const { body } = await moderator.get<Comment>(`/admin/moderation/comments/${late.id}`);
    expect(body).toMatchObject({ status: 'hidden', author: { commentingSuspended: true, strikes: 3 } });
  });
});

describe('the comments of a user', () => {
  it('are in the timeline, subject to permissions', async () => {
    const user = await comments.viewer('Kwame');
    const [{ id }, other] = [await write(user, 'Written by Kwame'), await write(reader, 'Written by another')];
    await user.post(`/v1/comments/${other.id}/report`, { reason: 'spoiler' });
    const given = await strike(user, id);
    await moderator.delete(`/admin/users/${user.id}/strikes/${given.body.id}`);
    const storyFor = async (role: string) => {
      const by = await makeAdminActor(world, role);
      const { body } = await by.get<{ items: { type: string; title: string; data: object }[] }>(
        `/admin/users/${user.id}/timeline`,
      );
      return body.items;
    };
    const all = await storyFor('support');
    expect(all.map(({ type, title }) => [type, title])).toEqual([
      ['admin', 'user.remove_strike'],
      ['strike', 'spam'],
      ['report', 'Written by another'],
      ['comment', 'Written by Kwame'],
    ]);
    expect(all[1]?.data).toMatchObject({ strikeType: 'comment', commentId: id, removedAt: expect.any(String) });
    expect(all[2]?.data).toMatchObject({ commentId: other.id, reason: 'spoiler', status: 'open' });
    expect(all[3]?.data).toMatchObject({ commentId: id, status: 'visible', subject: { type: 'episode' } });
    expect((await storyFor('finance')).map(({ type }) => type)).toEqual(['admin', 'strike']);
  });

  it('are labelled by their first words in the audit log', async () => {
    const { id } = await write(reader, `Words ${'and words '.repeat(20)}`);
    const user = await comments.viewer();
    const report = await user.post<{ id: string }>(`/v1/comments/${id}/report`, { reason: 'spam' });
    await moderator.post(`/admin/moderation/reports/${report.body.id}/resolve`);
    await moderator.post(`/admin/moderation/comments/${id}/hide`, { reason: 'spam' });
    const labelFor = async (role: string, target: string) => {
      const by = await makeAdminActor(world, role);
      const { body } = await by.get<{ items: { target_label: string | null }[] }>(
        `/admin/audit-log?targetId=${target}`,
      );
      return body.items[0]?.target_label;
    };
    for (const target of [id, report.body.id]) {
      expect(await labelFor('superadmin', target)).toMatch(/^Words and words/);
      expect(await labelFor('finance', target)).toBeNull();
    }
  });
});
