import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { write } from './record.ts';
import { type Entry, openUndoWorld } from './undo.fixture.ts';

const { world, root, holderOf, curator, other, reader, newest, of, undo, collection, seen } = await openUndoWorld();

describe('undoing a change', () => {
  it('restores the previous values, is recorded with the undone entry, and can be undone', async () => {
    const { id } = await collection();
    await other.put(`/admin/collections/${id}`, { titleI18n: { en: 'Better', ar: null }, explanation: 'Other words' });
    const entry = await of('collection', id);
    expect(entry.undo).toEqual({ blocked: null, required: 'curation:write', later: null });
    const undone = await undo(curator, entry, { note: 'Wrong collection' });
    expect(undone.status).toBe(200);
    expect(await seen(id)).toMatchObject({ titleI18n: { ar: 'تراجع' }, explanation: 'Made for the tests' });
    expect(undone.body).toMatchObject({
      action: 'collection.update',
      admin_email: curator.email,
      reason: 'Wrong collection',
      before: entry.after,
      after: entry.before,
      flags: { undoes: entry.id },
    });
    expect((await undo(other, undone.body)).status).toBe(200);
    expect(await seen(id)).toMatchObject({ titleI18n: { en: 'Better' }, explanation: 'Other words' });
    expect(Object.keys((await seen(id)).titleI18n)).toEqual(['en']);
  });

  it('is based on the log: If-Match is not required and is ignored', async () => {
    const date = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);
    const [first, second] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    for (const seriesId of [first, second]) await curator.put('/admin/free-series', { date, seriesId });
    const url = `/admin/audit-log/${(await of('series', second)).id}/undo`;
    expect((await curator.post(url, {}, { headers: { 'if-match': '"99"' } })).status).toBe(200);
  });

  it('has no effect in a dry run, which shows the effects', async () => {
    const { id } = await collection();
    await other.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    const { status, body } = await curator.post<{ effects: { changes: object[] } }>(
      `/admin/audit-log/${entry.id}/undo?dryRun=true`,
    );
    expect([status, body.effects.changes]).toEqual([
      200,
      [
        {
          type: 'collection',
          id,
          action: 'collection.update',
          before: { explanation: 'Other words' },
          after: { explanation: 'Made for the tests' },
        },
      ],
    ]);
    expect((await seen(id)).explanation).toBe('Other words');
  });

  it('is refused after a later change, with its actor, and after an undo', async () => {
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'The first words' });
    const first = await of('collection', id);
    await other.put(`/admin/collections/${id}`, { titleI18n: { en: 'Another title' } });
    const later = await of('collection', id);
    const refused = await undo(curator, first);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        statusCode: 409,
        error: 'undo_conflict',
        later: {
          id: later.id,
          action: 'collection.update',
          admin_id: other.id,
          admin_email: other.email,
          admin_name: expect.any(String),
          created_at: expect.any(String),
          undoes: null,
        },
      },
    ]);
    expect((await of('collection', id)).undo.blocked).toBeNull();
    // Once that is undone it does not count any more, and nor does its undo.
    expect((await undo(curator, later)).status).toBe(200);
    expect((await undo(curator, first)).status).toBe(200);
    expect((await seen(id)).explanation).toBe('Made for the tests');
    const again = await undo(other, first);
    expect([again.status, again.body.error, again.body.later.admin_email]).toEqual([
      409,
      'undo_conflict',
      curator.email,
    ]);
    const shown = (await root.get<Entry>(`/admin/audit-log/${first.id}`)).body.undo;
    expect(shown).toMatchObject({ blocked: 'undo_conflict', later: { id: again.body.later.id } });
  });

  it('requires the permission of the change and of the log', async () => {
    const { id } = await collection();
    const entry = await of('collection', id);
    const refused = await undo(reader, entry);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'insufficient_permissions', required: ['curation:write'] },
    ]);
    const shown = (await reader.get<Entry>(`/admin/audit-log/${entry.id}`)).body.undo;
    expect(shown).toEqual({ blocked: 'insufficient_permissions', required: 'curation:write', later: null });
    const editor = await makeAdminActor(world, 'content_manager');
    expect((await undo(editor, entry)).body).toMatchObject({ required: ['audit:read'] });
    expect((await undo(curator, { id: newId() })).status).toBe(404);
  });

  it('does not apply to other kinds of changes', async () => {
    const entry = await newest('action=role.create');
    const refused = await undo(root, entry);
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'not_undoable', action: 'role.create' }]);
    expect(entry.undo).toEqual({ blocked: 'not_undoable', required: null, later: null });
  });
});

const origin = { requestId: null, ip: null, now: new Date() };

/** Undoes an entry of a collection that someone holds, who does something once the undo waits. */
async function onceWaiting(id: string, who: AdminActor, entry: Entry, work: (tx: Tx) => Promise<unknown>) {
  const undoing: ReturnType<typeof undo>[] = [];
  await world.database.transaction(async (tx) => {
    await sql`select from collections where id = ${id} for update`.execute(tx);
    undoing.push(undo(who, entry));
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
    await work(tx);
  });
  const [answer] = await Promise.all(undoing);
  if (!answer) throw new Error('nobody undid anything');
  return answer;
}

describe('of concurrent requests', () => {
  it('one undoes an entry, and the others are refused', async () => {
    const { id } = await collection();
    await curator.delete(`/admin/collections/${id}`);
    const entry = await of('collection', id);
    // All of them have looked before the first one writes: a collection that is gone cannot be locked.
    const answers = await releaseTogether(world, { table: 'collections', most: 4 }, () =>
      Promise.all([curator, other, curator, other].map((who) => undo(who, entry))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual(
      Array.from({ length: 3 }, () => 'undo_conflict'),
    );
    expect((await seen(id)).explanation).toBe('Made for the tests');
  });

  it('an earlier edit is kept: the undo waits for it and is refused', async () => {
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    // Someone else's edit, of another field, that is under way.
    const undoing = await onceWaiting(id, curator, entry, (tx) =>
      write(tx, other, origin, {
        action: 'collection.update',
        target: { type: 'collection', id },
        before: {},
        after: {},
      }),
    );
    expect(undoing.body).toMatchObject({ error: 'undo_conflict', later: { admin_email: other.email } });
    expect((await seen(id)).explanation).toBe('Other words');
  });

  it('one whose permission is revoked meanwhile is refused', async () => {
    const leaving = await holderOf('audit:read', 'curation:write');
    const { id } = await collection();
    await curator.put(`/admin/collections/${id}`, { explanation: 'Other words' });
    const entry = await of('collection', id);
    const undoing = await onceWaiting(id, leaving, entry, (tx) =>
      sql`update roles set permissions = '{audit:read}' where id = (
        select role_id from admins where id = ${leaving.id})`.execute(tx),
    );
    expect(undoing.body).toMatchObject({ error: 'insufficient_permissions', required: ['curation:write'] });
    expect((await seen(id)).explanation).toBe('Other words');
  });
});
