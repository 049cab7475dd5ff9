import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { rotateEventPartitions } from './jobs.ts';
import { eraseEvents } from './public.ts';

const world = await openWorld();
const { pool } = world.database;
const seriesId = await makeSeries(world, 'published');
const episodeId = await makeEpisode(world, 'published', seriesId, 1);

const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const event = (fields: object = {}) => ({ id: newId(), name: 'paywall_hit', at: ago(0), episodeId, ...fields });
const keptOf = async (userId: string) =>
  (
    await pool.query<{ name: string; series_id: string | null; props: unknown }>(
      'select name, series_id, props from viewer_events where user_id = $1 order by at, name',
      [userId],
    )
  ).rows;

describe('events', () => {
  it('are stored once each, and invalid ones are listed while others are stored', async () => {
    const viewer = await makeViewer(world, { isGuest: true });
    const [first, unknown, missing] = [event(), newId(), newId()];
    const events = [
      first,
      event({ id: 'late', at: ago(29), name: 'preview_view', episodeId: undefined, seriesId, props: { from: 'reel' } }),
      first,
      event({ id: 'gone', episodeId: unknown }),
      event({ id: 'nowhere', episodeId: null, seriesId: missing }),
      event({ id: 'other', seriesId: await makeSeries(world, 'published') }),
      event({ id: 'no episode', episodeId: seriesId }),
      event({ id: 'no series', episodeId: null, seriesId: episodeId }),
      event({ id: 'ours', name: 'unlock' }),
      event({ id: 'old', at: ago(31) }),
    ];
    const { status, body } = await viewer.post('/v1/events', { events });
    expect(status).toBe(200);
    expect(body).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: [
        { id: 'gone', error: 'unknown_episode' },
        { id: 'nowhere', error: 'unknown_series' },
        { id: 'other', error: 'episode_of_another_series' },
        { id: 'no episode', error: 'unknown_episode' },
        { id: 'no series', error: 'unknown_series' },
        { id: 'ours', error: 'recorded_by_the_service' },
        { id: 'old', error: 'too_old' },
      ],
    });
    expect(await keptOf(viewer.id)).toEqual([
      { name: 'preview_view', series_id: seriesId, props: { from: 'reel' } },
      { name: 'paywall_hit', series_id: seriesId, props: null },
    ]);
    const again = await viewer.post('/v1/events', { events: events.slice(0, 2) });
    expect(again.body).toEqual({ accepted: 0, duplicates: 2, rejected: [] });
  });

  it('are identified by id, also with another time and from another device', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const sent = event();
    expect((await viewer.post('/v1/events', { events: [sent] })).body).toMatchObject({ accepted: 1 });
    const moved = { ...sent, at: ago(3) };
    expect((await viewer.post('/v1/events', { events: [moved] })).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await other.post('/v1/events', { events: [sent] })).body).toMatchObject({ accepted: 1 });
  });

  it('of many viewers at once get separate responses', async () => {
    const viewers = await Promise.all(Array.from({ length: 20 }, () => makeViewer(world)));
    const shared = event();
    const sent = await Promise.all(
      viewers.map((viewer, n) =>
        viewer.post('/v1/events', {
          events: [shared, ...Array.from({ length: n }, () => event()), event({ id: `gone ${n}`, episodeId: newId() })],
        }),
      ),
    );
    expect(sent.map(({ body }) => body)).toEqual(
      viewers.map((_, n) => ({
        accepted: n + 1,
        duplicates: 0,
        rejected: [{ id: `gone ${n}`, error: 'unknown_episode' }],
      })),
    );
    const kept = await Promise.all(viewers.map(({ id }) => keptOf(id)));
    expect(kept.map(({ length }) => length)).toEqual(viewers.map((_, n) => n + 1));
  });

  it('are limited to 500 per request, with an explanation', async () => {
    const viewer = await makeViewer(world);
    const events = Array.from({ length: 501 }, () => event({ episodeId: undefined }));
    const refused = await viewer.post('/v1/events', { events });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: 'validation_failed',
      details: [{ path: 'events', message: 'must be at most 500 events at a time' }],
    });
    const many = await viewer.post('/v1/events', { events: Array.from({ length: 1_001 }, () => event()) });
    expect(many).toMatchObject({ status: 400, body: refused.body });
    expect((await viewer.post('/v1/events', { events: events.slice(1) })).body).toMatchObject({ accepted: 500 });
    expect((await viewer.post('/v1/events', { events: [] })).body).toEqual({
      accepted: 0,
      duplicates: 0,
      rejected: [],
    });
    // One fault, and not three for each of them.
    const empty = await viewer.post('/v1/events', { events: Array.from({ length: 100_000 }, () => ({})) });
    expect(empty).toMatchObject({ status: 400, body: many.body });
  });

  it('of a wrong type are rejected individually', async () => {
    const viewer = await makeViewer(world);
    const events = [
      event({ id: 'good' }),
      'not an object',
      null,
      [event()],
      { ...event(), id: 7 },
      { ...event({ id: 'name' }), name: 7 },
      { ...event({ id: 'no time' }), at: undefined },
      { ...event({ id: 'episode' }), episodeId: 7 },
      { ...event({ id: 'series' }), seriesId: {} },
      { ...event({ id: 'props' }), props: 'text' },
    ];
    expect(await viewer.post('/v1/events', { events })).toMatchObject({
      status: 200,
      body: {
        accepted: 1,
        duplicates: 0,
        rejected: [
          { id: '', error: 'invalid_event' },
          { id: '', error: 'invalid_event' },
          { id: '', error: 'invalid_event' },
          { id: '', error: 'invalid_id' },
          { id: 'name', error: 'invalid_name' },
          { id: 'no time', error: 'invalid_time' },
          { id: 'episode', error: 'unknown_episode' },
          { id: 'series', error: 'unknown_series' },
          { id: 'props', error: 'invalid_props' },
        ],
      },
    });
  });

  it('that are too long are rejected individually, up to the size limit of the body', async () => {
    const viewer = await makeViewer(world);
    const wrong = [
      event({ id: 'name', name: 'n'.repeat(65) }),
      event({ id: 'nothing', name: '' }),
      event({ id: 'time', at: '2'.repeat(41) }),
      event({ id: 'episode', episodeId: 'e'.repeat(201) }),
      event({ id: 'series', episodeId: null, seriesId: 's'.repeat(201) }),
    ];
    const full = Array.from({ length: 495 }, () =>
      event({ id: newId().repeat(3), props: { text: 'x'.repeat(4_085) } }),
    );
    expect((await viewer.post('/v1/events', { events: [...wrong, ...full] })).body).toEqual({
      accepted: 495,
      duplicates: 0,
      rejected: [
        { id: 'name', error: 'invalid_name' },
        { id: 'nothing', error: 'invalid_name' },
        { id: 'time', error: 'invalid_time' },
        { id: 'episode', error: 'unknown_episode' },
        { id: 'series', error: 'unknown_series' },
      ],
    });
  });

  it.each(['', 'Played', '1st', '_first', 'paywall hit', 'a'.repeat(65), 'played\n'])(
    'are refused with the name %j',
    async (name) => {
      const put = pool.query('insert into viewer_events (user_id, id, at, name) values ($1, $2, $3, $4)', [
        ...[newId(), newId(), ago(0), name],
      ]);
      await expect(put).rejects.toMatchObject({ constraint: 'viewer_events_name' });
    },
  );

  it('lose their custom properties when a user is anonymized, and are still counted', async () => {
    const viewer = await makeViewer(world);
    await viewer.post('/v1/events', { events: [event({ props: { email: 'someone@example.com' } })] });
    await eraseEvents(world.database, viewer.id, new AbortController().signal);
    expect(await keptOf(viewer.id)).toEqual([{ name: 'paywall_hit', series_id: seriesId, props: null }]);
  });
});

describe('partitions', () => {
  const daysKept = async () =>
    (
      await pool.query<{ day: string }>(
        `select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'viewer_events'::regclass order by 1`,
      )
    ).rows.map(({ day }) => day);
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10).replaceAll('-', '');
  const io = {
    database: world.database.jobs,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: { error: () => {}, warn: () => {} },
  };

  it('are created in advance and for offline devices, and dropped after 400 days', async () => {
    await world.clock.stopAt(new Date(Date.now() - 400 * dayMs).toISOString());
    await rotateEventPartitions.run(io);
    const before = await daysKept();
    await world.clock.shift('0');
    expect(await rotateEventPartitions.run(io)).toBeGreaterThanOrEqual(30);
    const days = await daysKept();
    expect(before).toContain(dayOf(Date.now() - 431 * dayMs));
    expect(days).not.toContain(dayOf(Date.now() - 401 * dayMs));
    expect(days).toEqual(expect.arrayContaining([-7, 0, 31].map((ago) => dayOf(Date.now() - ago * dayMs))));
    expect(await rotateEventPartitions.run(io)).toBe(0);
  });

  it('are dropped later if a long query reads them, without blocking new events', async () => {
    const viewer = await makeViewer(world);
    await world.clock.stopAt(new Date(Date.now() - 400 * dayMs).toISOString());
    await rotateEventPartitions.run(io);
    await world.clock.shift('0');
    await world.database.transaction(async (tx) => {
      await sql`select count(*) from viewer_events`.execute(tx);
      expect(await rotateEventPartitions.run(io)).toBe(0);
      expect((await viewer.post('/v1/events', { events: [event()] })).body).toMatchObject({ accepted: 1 });
    });
    expect(await rotateEventPartitions.run(io)).toBeGreaterThanOrEqual(30);
  });
});
