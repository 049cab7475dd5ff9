import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries, type Page } from '../../../test/harness/catalog.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { State } from './rules.ts';

const world = await openWorld();
const [editor, reader] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'support')];

interface Order extends Page {
  revision: number;
  error: string;
}

const nobody = '01930000-0000-7000-8000-00000000dead';
const put = (seriesId: string, order: readonly unknown[], headers = {}) =>
  editor.put<Order>(`/admin/series/${seriesId}/episodes/order`, { order }, { headers });

/** A series with an episode for each number, in the state that it names. */
async function seriesWith(...episodes: [number, State][]): Promise<{ seriesId: string; ids: string[] }> {
  const seriesId = await makeSeries(world, 'published');
  const ids: string[] = [];
  for (const [number, state] of episodes) ids.push(await makeEpisode(world, state, seriesId, number));
  return { seriesId, ids };
}
const drafts = (...numbers: number[]) => seriesWith(...numbers.map((number): [number, State] => [number, 'draft']));
const numbersIn = async (seriesId: string) => {
  const { items } = (await reader.get<Page>(`/admin/series/${seriesId}/episodes`)).body;
  return items.map(({ id, episodeNumber }) => [id, episodeNumber]);
};

describe('the order of episodes', () => {
  it('renumbers all of them atomically, from 1', async () => {
    const { seriesId, ids } = await drafts(1, 2, 5);
    const [a, b, c] = ids;
    const { status, body, headers } = await put(seriesId, [c, a?.toUpperCase(), b]);
    expect([status, body.revision, headers.etag]).toEqual([200, 2, '"2"']);
    const numbers = [
      [c, 1],
      [a, 2],
      [b, 3],
    ];
    expect(body.items.map(({ id, episodeNumber }) => [id, episodeNumber])).toEqual(numbers);
    expect(await numbersIn(seriesId)).toEqual(numbers);
    expect(body.items.map(({ revision }) => revision)).toEqual([2, 2, 2]);
    expect(await auditActionsOf(world, a ?? '')).toEqual(['episode.update']);
  });
  it('accepts up to 10,000 ids', async () => {
    const { seriesId, ids } = await drafts(1);
    const unknown = Array.from({ length: 9_999 }, (_, n) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    const { status, body } = await put(seriesId, [...ids, ...unknown]);
    expect([status, body.error]).toEqual([400, 'invalid_order']);
    expect((await put(seriesId, [...ids, ...unknown, nobody])).body.error).toBe('validation_failed');
  });
  it('changes nothing if it is the same', async () => {
    const { seriesId, ids } = await drafts(1, 2);
    const path = `/admin/series/${seriesId}/episodes/order`;
    const same = await editor.put<Order>(path, { order: ids }, { changesNothing: true });
    expect([same.status, same.body.revision]).toEqual([200, 1]);
  });
  it('keeps the number of reviewed and published episodes, and continues after it', async () => {
    const { seriesId, ids } = await seriesWith(
      [1, 'published'],
      [3, 'draft'],
      [6, 'in_review'],
      [8, 'draft'],
      [9, 'draft'],
    );
    const [first, draft, review, fourth, fifth] = ids;
    expect((await put(seriesId, [first, fifth, review, fourth, draft])).status).toBe(200);
    expect(await numbersIn(seriesId)).toEqual([
      [first, 1],
      [fifth, 2],
      [review, 6],
      [fourth, 7],
      [draft, 8],
    ]);
  });
  it.each<State>(['in_review', 'scheduled', 'published', 'archived'])('does not move one that is %s', async (state) => {
    const { seriesId, ids } = await seriesWith([1, 'draft'], [2, state]);
    expect((await put(seriesId, ids.toReversed())).body).toEqual({
      statusCode: 400,
      error: 'field_locked',
      fields: ['episodeNumber'],
      currentState: state,
    });
  });
  it('must list every episode once', async () => {
    const { seriesId, ids } = await drafts(1, 2);
    const [a, b] = ids;
    const deleted = await makeEpisode(world, 'draft', seriesId, 3);
    await world.database.pool.query('update episodes set deleted_at = clock() where id = $1', [deleted]);
    const [other] = (await drafts(1)).ids;
    const refused = { statusCode: 400, error: 'invalid_order', missing: [], unknown: [], repeated: [] };
    expect((await put(seriesId, [b])).body).toEqual({ ...refused, missing: [a] });
    expect((await put(seriesId, [])).body).toEqual({ ...refused, missing: ids });
    expect((await put(seriesId, [b, a, other, 'x', deleted])).body).toEqual({
      ...refused,
      unknown: [other, 'x', deleted],
    });
    expect((await put(seriesId, [b, a, b])).body).toEqual({ ...refused, repeated: [b] });
    expect((await put(seriesId, [b, b])).body).toEqual({ ...refused, missing: [a], repeated: [b] });
    expect((await put(seriesId, [1])).body.error).toBe('validation_failed');
    expect((await put(nobody, [])).status).toBe(404);
    expect((await reader.put(`/admin/series/${seriesId}/episodes/order`, { order: [b, a] })).status).toBe(403);
    expect(await numbersIn(seriesId)).toEqual([
      [a, 1],
      [b, 2],
    ]);
  });
  it('cannot be changed in an archived series', async () => {
    const { seriesId, ids } = await drafts(1, 2);
    await world.database.pool.query(`update series set status = 'archived' where id = $1`, [seriesId]);
    const refused = { error: 'field_locked', fields: ['episodes'], currentState: 'archived' };
    expect((await put(seriesId, ids.toReversed())).body).toMatchObject(refused);
  });
  it('reports its effects in a dry run', async () => {
    const { seriesId, ids } = await drafts(1, 2);
    const path = `/admin/series/${seriesId}/episodes/order?dryRun=true`;
    const { body } = await editor.put<{ effects: { changes: unknown[] } }>(path, { order: ids.toReversed() });
    const change = { type: 'episode', action: 'episode.update' };
    expect(body.effects.changes).toEqual([
      { ...change, id: ids[1], before: { episodeNumber: 2 }, after: { episodeNumber: 1 } },
      { ...change, id: ids[0], before: { episodeNumber: 1 }, after: { episodeNumber: 2 } },
    ]);
    expect((await numbersIn(seriesId))[0]).toEqual([ids[0], 1]);
  });
  it('from an old revision of the series is refused, also concurrently', async () => {
    const { seriesId, ids } = await drafts(1, 2, 3);
    const [a, b, c] = ids;
    const answers = await releaseTogether(world, { table: 'series', most: 2 }, () =>
      Promise.all([put(seriesId, [c, b, a], { 'if-match': '"1"' }), put(seriesId, [b, c, a], { 'if-match': '"1"' })]),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
  });
  it('and a concurrent edit of a number result in unique numbers', async () => {
    const { seriesId, ids } = await drafts(1, 2, 3);
    const [a = '', b, c] = ids;
    const answers = await releaseTogether(world, { table: 'episodes', most: 2 }, () =>
      Promise.all([put(seriesId, [c, b, a]), editor.put<Item>(`/admin/episodes/${a}`, { episodeNumber: 9 })]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([1, 2, 3]).toContain((await numbersIn(seriesId))[0]?.[1]);
  });
});
