import { describe, expect, it } from 'vitest';
import { type CallOptions, makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { State } from '../catalog/rules.ts';
import { type ItemType, itemTypes } from './rules.ts';

const world = await openWorld();
const [asker, decider] = [
  await makeAdminActor(world, 'content_manager'),
  await makeAdminActor(world, 'content_manager'),
];

interface Pending {
  approvalId: string;
  error: string;
  currentState: string;
}
const path = { series: '/admin/series', episode: '/admin/episodes' };
const make = (type: ItemType, state: State): Promise<string> =>
  type === 'series' ? makeSeries(world, state) : makeEpisode(world, state);
const ask = (type: ItemType, id: string, options: CallOptions = {}) =>
  asker.delete<Pending>(`${path[type]}/${id}`, options);
const approve = (approvalId: string) => decider.post<Item>(`/admin/approvals/${approvalId}/approve`, {});

describe('deleting', () => {
  it.each(itemTypes.flatMap((type) => (['draft', 'archived'] as const).map((state) => ({ type, state }))))(
    'a $type in $state takes a second person who may',
    async ({ type, state }) => {
      const id = await make(type, state);
      const { status, body } = await ask(type, id);
      expect([status, body]).toEqual([
        200,
        { kind: 'approval_pending', approvalId: expect.any(String), reason: 'two_person_rule' },
      ]);
      expect((await asker.get(`${path[type]}/${id}`)).status).toBe(200);
      expect((await asker.post(`/admin/approvals/${body.approvalId}/approve`, {})).body.error).toBe(
        'self_approval_forbidden',
      );
      const analyst = await makeAdminActor(world, 'analyst');
      expect((await analyst.post(`/admin/approvals/${body.approvalId}/approve`, {})).status).toBe(404);
      expect((await approve(body.approvalId)).body).toMatchObject({ kind: `${type}_delete`, status: 'approved' });
      expect((await asker.get(`${path[type]}/${id}`)).status).toBe(404);
      expect(await auditActionsOf(world, id)).toEqual([`${type}.delete`]);
    },
  );
  it.each(
    itemTypes.flatMap((type) => (['in_review', 'scheduled', 'published'] as const).map((state) => ({ type, state }))),
  )('a $type in $state is refused', async ({ type, state }) => {
    const { body } = await ask(type, await make(type, state));
    expect(body).toMatchObject({ statusCode: 400, error: 'invalid_transition', currentState: state });
  });
  it('lists its effects beforehand, including viewers who unlocked it', async () => {
    const id = await makeSeries(world, 'archived', { title: 'Doomed' });
    await makeEpisode(world, 'published', id, 1);
    await makeEpisode(world, 'draft', id, 2);
    const { body } = await ask('series', id);
    const approval = (await decider.get<Item>(`/admin/approvals/${body.approvalId}`)).body;
    const before = { title: 'Doomed', status: 'archived', episodes: 2, unlockedViewers: 0 };
    const change = { type: 'series', id, before, after: { status: 'removed' } };
    expect(approval).toMatchObject({
      effects: { changes: [change] },
      drift: false,
      requiredPermission: 'catalog:delete',
    });
    await makeEpisode(world, 'draft', id, 3);
    expect((await decider.get<Item>(`/admin/approvals/${body.approvalId}`)).body.drift).toBe(true);
  });
  it.each(itemTypes)('of a %s has the reason of the requester for the decider and in the audit log', async (type) => {
    const id = await make(type, 'draft');
    const { body } = await asker.delete<Pending>(`${path[type]}/${id}?note=${encodeURIComponent(' Licence expired ')}`);
    expect((await decider.get<Item>(`/admin/approvals/${body.approvalId}`)).body).toMatchObject({
      payload: { reason: 'Licence expired' },
      drift: false,
    });
    await approve(body.approvalId);
    const { rows } = await world.database.pool.query(
      'select reason from audit_entries where target_id = $1 and action = $2',
      [id, `${type}.delete`],
    );
    expect(rows).toEqual([{ reason: 'Licence expired' }]);
  });
  it.each(itemTypes)('of a %s is requested without email addresses and phone numbers in the reason', async (type) => {
    const id = await make(type, 'draft');
    const note = encodeURIComponent('As lina@example.org and +62 812 3456 7890 wrote');
    const { body } = await asker.delete<Pending>(`${path[type]}/${id}?note=${note}`);
    expect((await decider.get<Item>(`/admin/approvals/${body.approvalId}`)).body).toMatchObject({
      payload: { reason: 'As [personal] and [personal] wrote' },
    });
  });
  it('requested twice is one request, with and without the same key', async () => {
    const id = await make('series', 'draft');
    const headers = { 'idempotency-key': 'once' };
    const first = await ask('series', id, { headers });
    const again = await ask('series', id, { headers, changesNothing: true });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const other = await decider.delete<Pending>(`/admin/series/${id}`, { changesNothing: true });
    expect(other.body.approvalId).toBe(first.body.approvalId);
  });
  it('is checked again at approval: what was moved meanwhile is kept, and the request stays pending', async () => {
    const id = await make('series', 'draft');
    const { body } = await ask('series', id);
    await asker.post(`/admin/series/${id}/workflow`, { action: 'submit' });
    expect((await approve(body.approvalId)).body).toMatchObject({
      error: 'invalid_transition',
      currentState: 'in_review',
    });
    expect((await asker.get<Item>(`/admin/approvals/${body.approvalId}`)).body.status).toBe('pending');
  });
  it('of a series includes its episodes, cancels their schedules, and frees slug and number', async () => {
    const id = await makeSeries(world, 'archived', { slug: 'to-be-reused' });
    const scheduled = await makeEpisode(world, 'in_review', id, 1);
    const scheduleBody = { refType: 'episode', refId: scheduled, action: 'publish', runAt: '2030-01-01T00:00:00Z' };
    await asker.post('/admin/schedules', scheduleBody);
    const { approvalId } = (await ask('series', id)).body;
    const { effects } = (await decider.get<Item & { effects: object }>(`/admin/approvals/${approvalId}`)).body;
    const releases = [{ episodeNumber: 1, title: 'Episode 1', runAt: '2030-01-01T00:00:00.000Z' }];
    expect(effects).toMatchObject({ changes: [{ type: 'series', before: { releases } }] });
    expect(JSON.stringify(effects)).not.toContain('scheduleId');
    await approve(approvalId);
    expect((await asker.get(`/admin/episodes/${scheduled}`)).status).toBe(404);
    const schedules = (await asker.get<{ items: Item[] }>(`/admin/schedules?refId=${scheduled}`)).body.items;
    expect(schedules).toMatchObject([{ status: 'cancelled' }]);
    const reused = await asker.post('/admin/series', { title: 'Anew', slug: 'to-be-reused' });
    expect(reused.status).toBe(201);
    expect((await asker.post(`/admin/series/${id}/episodes`, { episodeNumber: 2, title: 'Late' })).status).toBe(404);
  });
});
