import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { State } from '../catalog/rules.ts';

const world = await openWorld();
const publisher = await makeAdminActor(world, 'content_manager');

interface Schedule {
  id: string;
  refId: string;
  runAt: string;
}

const nobody = '01930000-0000-7000-8000-00000000dead';
const stateOf = async (id: string) => (await publisher.get<Item>(`/admin/episodes/${id}`)).body.status;
const schedulesOf = async (id: string) =>
  (await publisher.get<{ items: Schedule[] }>(`/admin/schedules?refId=${id}`)).body.items;

describe('bulk scheduling', () => {
  const bulk = <Reply = Schedule[]>(episodeIds: string[], part: object = {}) =>
    publisher.post<Reply>('/admin/schedules/bulk', {
      episodeIds,
      action: 'publish',
      startAt: '2032-02-28T11:00:00Z',
      cadence: 'daily',
      ...part,
    });
  async function episodes(count: number, state: State = 'in_review'): Promise<string[]> {
    const seriesId = await makeSeries(world, 'published');
    return Promise.all(Array.from({ length: count }, (_, n) => makeEpisode(world, state, seriesId, n + 1)));
  }

  it.each([
    [{ cadence: 'daily', cadenceValue: 1 }, ['2032-02-28T11:00', '2032-02-29T11:00', '2032-03-01T11:00']],
    [{ cadence: 'every_n_days', cadenceValue: 3 }, ['2032-02-28T11:00', '2032-03-02T11:00', '2032-03-05T11:00']],
    [{ cadence: 'weekly', cadenceValue: null }, ['2032-02-28T11:00', '2032-03-06T11:00', '2032-03-13T11:00']],
    [
      {
        cadence: 'custom',
        startAt: null,
        runAts: ['2033-01-03T00:00:00Z', '2033-01-01T00:00:00+02:00', '2020-01-01T00:00:00Z'],
      },
      ['2033-01-03T00:00', '2032-12-31T22:00', '2020-01-01T00:00'],
    ],
  ])('run as %j says, in the order of the episodes', async (part, times) => {
    const ids = await episodes(3);
    const { status, body } = await bulk(ids, part);
    expect(status).toBe(201);
    expect(body.map((row) => row.refId)).toEqual(ids);
    expect(body.map((row) => row.runAt.slice(0, 16))).toEqual(times);
    for (const id of ids) expect(await auditActionsOf(world, id)).toEqual(['episode.schedule']);
  });
  it('is atomic: with one invalid episode the others are not scheduled', async () => {
    const [good = '', ready = ''] = await episodes(2);
    const [published = ''] = await episodes(1, 'published');
    const { body } = await bulk<object>([good, published, nobody, ready, 'nonsense']);
    expect(body).toEqual({
      statusCode: 400,
      error: 'bulk_invalid',
      details: [
        { episodeId: published, error: 'invalid_transition', currentState: 'published' },
        { episodeId: nobody, error: 'not_found', currentState: null },
        { episodeId: 'nonsense', error: 'not_found', currentState: null },
      ],
    });
    expect([await stateOf(good), await stateOf(ready)]).toEqual(['in_review', 'in_review']);
    expect(await schedulesOf(good)).toEqual([]);
    expect(await auditActionsOf(world, good)).toEqual([]);
  });
  it.each([
    ['no episodes', [], {}],
    ['an episode twice', [nobody, nobody], {}],
    ['an episode twice in other letters', [nobody, nobody.toUpperCase()], {}],
    ['too many', Array.from({ length: 501 }, (_, n) => `${n}`), {}],
    ['no start', [nobody], { startAt: undefined }],
    ['a naive start', [nobody], { startAt: '2032-02-28T11:00:00' }],
    ['an impossible start', [nobody], { startAt: '2031-02-29T11:00:00Z' }],
    ['an unknown cadence', [nobody], { cadence: 'hourly' }],
    ['every so many days without saying how many', [nobody], { cadence: 'every_n_days' }],
    ['every 0 days', [nobody], { cadence: 'every_n_days', cadenceValue: 0 }],
    ['half days', [nobody], { cadence: 'every_n_days', cadenceValue: 1.5 }],
    ['custom without moments', [nobody], { cadence: 'custom' }],
    ['more moments than episodes', [nobody], { cadence: 'custom', runAts: Array(2).fill('2033-01-01T00:00:00Z') }],
    ['a naive moment', [nobody], { cadence: 'custom', runAts: ['2033-01-01T00:00:00'] }],
    ['moments of their own beside a cadence', [nobody], { cadence: 'daily', runAts: ['2033-01-01T00:00:00Z'] }],
    ['an end after all time', ['a', 'b'], { startAt: '9999-12-31T12:00:00Z' }],
    ['an unknown action', [nobody], { action: 'unpublish' }],
  ])('is refused with %s', async (_what, ids, part) => {
    expect((await bulk<object>(ids, part)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
  });
  it('takes up to 500 episodes, with a constant number of statements', async () => {
    const ids = await episodes(500);
    const { status, body, statements } = await bulk(ids);
    expect(statements.length).toBeLessThan(50);
    expect([status, body.length, new Set(body.map(({ id }) => id)).size]).toEqual([201, 500, 500]);
  });
});
