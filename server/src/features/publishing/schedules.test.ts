import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type State, states } from '../catalog/rules.ts';
import { type ItemType, itemTypes } from './rules.ts';

const world = await openWorld();
const [publisher, analyst] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'analyst')];

interface Schedule {
  id: string;
  refId: string;
  runAt: string;
  status: string;
  error: string;
}
interface SchedulePage {
  items: Schedule[];
  nextCursor: string | null;
}

const nobody = '01930000-0000-7000-8000-00000000dead';
const runAt = '2030-01-01T18:00:00+07:00';
const path = { series: '/admin/series', episode: '/admin/episodes' };
const make = (type: ItemType, state: State): Promise<string> =>
  type === 'series' ? makeSeries(world, state) : makeEpisode(world, state);
const stateOf = async (type: ItemType, id: string) => (await publisher.get<Item>(`${path[type]}/${id}`)).body.status;
const scheduleBody = (refId: string, part: object = {}) => ({
  refType: 'episode',
  refId,
  action: 'publish',
  runAt,
  ...part,
});
const schedule = (refId: string, part: object = {}) =>
  publisher.post<Schedule>('/admin/schedules', scheduleBody(refId, part));
const list = async (query: string): Promise<SchedulePage> =>
  (await analyst.get<SchedulePage>(`/admin/schedules?${query}`)).body;

describe('a schedule', () => {
  it.each(itemTypes)('is created for a %s in review, which becomes scheduled', async (refType) => {
    const refId = await make(refType, 'in_review');
    const { status, body } = await schedule(refId, { refType });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      refType,
      refId,
      action: 'publish',
      runAt: '2030-01-01T11:00:00.000Z',
      status: 'pending',
      last_error: null,
      lastErrorCode: null,
      lastErrorRequestId: null,
      retry_count: 0,
      executedAt: null,
      revision: expect.any(Number),
      createdBy: expect.objectContaining({ name: 'content_manager' }),
      createdAt: expect.stringMatching(/Z$/),
      item: {
        seriesId: expect.any(String),
        seriesTitle: expect.any(String),
        title: expect.any(String),
        titleI18n: {},
        episodeNumber: refType === 'episode' ? 1 : null,
        seriesTitleI18n: {},
        pictureAssetId: null,
      },
      missing: refType === 'episode' ? ['video'] : ['episodes', 'artwork'],
      allowed: ['cancel', 'move'],
    });
    expect(await stateOf(refType, refId)).toBe('scheduled');
    expect(await auditActionsOf(world, refId)).toEqual([`${refType}.schedule`]);
    expect((await list(`refId=${refId}`)).items).toEqual([{ ...body, allowed: [] }]);
    expect((await analyst.get(`/admin/schedules/${body.id}`)).body).toEqual({ ...body, allowed: [] });
  });
  it.each(
    itemTypes.flatMap((type) => states.filter((state) => state !== 'in_review').map((state) => ({ type, state }))),
  )('is not made for a $type in $state', async ({ type, state }) => {
    const refId = await make(type, state);
    expect((await schedule(refId, { refType: type })).body).toMatchObject({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: state,
    });
    expect([await stateOf(type, refId), (await list(`refId=${refId}`)).items]).toEqual([state, []]);
  });
  it.each([
    { runAt: '2030-01-01T18:00:00' },
    { runAt: '2030-01-01' },
    { runAt: '2030-02-30T18:00:00Z' },
    { runAt: '2030-01-01T25:00:00Z' },
    { runAt: 'tomorrow' },
    { runAt: 1_893_456_000 },
    { runAt: null },
    { action: 'archive' },
    { refType: 'collection' },
    { note: 'x' },
  ])('is not created with %j', async (part) => {
    const refId = await make('episode', 'in_review');
    expect((await schedule(refId, part)).body.error).toBe('validation_failed');
    expect(await stateOf('episode', refId)).toBe('in_review');
  });
  it('is not created for an unknown item', async () => {
    const series = await make('series', 'in_review');
    for (const refId of [nobody, 'nonsense', series]) {
      expect((await schedule(refId)).body).toEqual({ statusCode: 404, error: 'not_found', field: 'refId' });
    }
    expect((await analyst.post('/admin/schedules', scheduleBody(series))).status).toBe(403);
  });
  it('is one for each item, for any number of concurrent requests', async () => {
    const refId = await make('episode', 'in_review');
    const answers = await releaseTogether(world, { table: 'publish_schedules', most: 4 }, () =>
      Promise.all(Array.from({ length: 6 }, () => schedule(refId))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_transition')).toHaveLength(5);
    expect((await list(`refId=${refId}`)).items).toHaveLength(1);
  });
  it('prevents a second one in the database', async () => {
    const refId = await make('episode', 'in_review');
    await schedule(refId);
    const copy = `insert into publish_schedules (id, ref_type, ref_id, action, run_at, created_by)
      select gen_random_uuid(), ref_type, ref_id, action, run_at, created_by from publish_schedules where ref_id = $1`;
    await expect(world.database.pool.query(copy, [refId])).rejects.toThrow('publish_schedules_one_open');
  });
});

describe('cancelling a schedule', () => {
  it.each(['pending', 'failed'])('works while it is %s, and returns the item to review', async (status) => {
    const refId = await make('episode', 'in_review');
    const { body } = await schedule(refId);
    await world.database.pool.query('update publish_schedules set status = $2 where id = $1', [body.id, status]);
    expect((await publisher.delete(`/admin/schedules/${body.id}`)).status).toBe(204);
    expect(await stateOf('episode', refId)).toBe('in_review');
    expect((await list(`refId=${refId}`)).items).toMatchObject([{ status: 'cancelled' }]);
    expect(await auditActionsOf(world, refId)).toEqual(['episode.schedule', 'episode.unschedule']);
    expect((await publisher.delete(`/admin/schedules/${body.id}`)).body).toEqual({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: 'cancelled',
      allowed: [],
    });
    expect((await schedule(refId)).status).toBe(201);
  });
  it('is also done by unpublishing', async () => {
    const refId = await make('series', 'in_review');
    const { body } = await schedule(refId, { refType: 'series' });
    const moved = await publisher.post<Item>(`/admin/series/${refId}/workflow`, { action: 'unpublish' });
    expect(moved.body.status).toBe('in_review');
    expect((await list(`refId=${refId}`)).items).toMatchObject([{ id: body.id, status: 'cancelled' }]);
  });
  it('is done once for concurrent requests', async () => {
    const refId = await make('episode', 'in_review');
    const { body } = await schedule(refId);
    const answers = await releaseTogether(world, { table: 'publish_schedules', most: 4 }, () =>
      Promise.all(Array.from({ length: 4 }, () => publisher.delete(`/admin/schedules/${body.id}`))),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 400, 400, 400]);
  });
  it('of an unknown schedule is not found', async () => {
    expect((await publisher.delete(`/admin/schedules/${nobody}`)).status).toBe(404);
  });
});

describe('the list of schedules', () => {
  it('is sorted by time, and filtered by status, item and an inclusive range', async () => {
    const seriesId = await makeSeries(world, 'published');
    const days = ['2031-03-02T00:00:00Z', '2031-03-01T23:59:59.999Z', '2031-03-03T12:00:00Z'];
    for (const [n, at] of days.entries())
      await schedule(await makeEpisode(world, 'in_review', seriesId, n + 1), { runAt: at });
    const times = async (query: string) => (await list(query)).items.map((item) => item.runAt.slice(0, 10));
    expect(await times('from=2031-03-01&to=2031-03-31')).toEqual(['2031-03-01', '2031-03-02', '2031-03-03']);
    expect(await times('from=2031-03-01&to=2031-03-01')).toEqual(['2031-03-01']);
    expect(await times('from=2031-03-02T07:00:00%2B07:00&to=2031-03-03')).toEqual(['2031-03-02', '2031-03-03']);
    expect(await times('from=2031-03-01&to=2031-03-02T00:00:00Z')).toEqual(['2031-03-01', '2031-03-02']);
    expect(await times('from=2031-03-01&to=2031-03-31&refType=series')).toEqual([]);
    expect(await times('from=2031-03-01&to=2031-03-31&status=executed')).toEqual([]);
    expect(await times('refId=nonsense')).toEqual([]);
    const first = await list('from=2031-03-01&to=2031-03-31&limit=2');
    const rest = await list(`from=2031-03-01&to=2031-03-31&limit=2&cursor=${first.nextCursor}`);
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null]);
  });
  it('is filtered by a series with its episodes', async () => {
    const seriesId = await makeSeries(world, 'in_review');
    const own = await schedule(seriesId, { refType: 'series' });
    const first = await schedule(await makeEpisode(world, 'in_review', seriesId));
    await schedule(await makeEpisode(world, 'in_review'));
    const { items } = await list(`seriesId=${seriesId.toUpperCase()}`);
    expect(items.map(({ id }) => id).toSorted()).toEqual([own.body.id, first.body.id].toSorted());
    for (const other of ['nonsense', nobody]) expect((await list(`seriesId=${other}`)).items).toEqual([]);
  });
  it.each(['from=2031-03-02&to=2031-03-01', 'from=soon', 'to=2031-02-30', 'from=2031-03-01T00:00:00', 'status=gone'])(
    'does not take %s',
    async (query) => {
      expect((await analyst.get(`/admin/schedules?${query}`)).body.error).toBe('validation_failed');
    },
  );
});
