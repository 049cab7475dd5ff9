import { describe, expect, it } from 'vitest';
import { Actor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { eraseEvents } from './public.ts';
import { insertEvents, lockViewers } from './sql.ts';

/** Events sent during concurrent changes of their viewer. */

const world = await openWorld();
const { pool } = world.database;
const episodeId = await makeEpisode(world, 'published', await makeSeries(world, 'published'), 1);

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
  /** Tells one event in a transaction that stays open until something waits for it, or is done without waiting. */
  async function whileTelling<T>(
    userId: string,
    sent: object,
    work: () => Promise<T>,
    meanwhile = async (): Promise<unknown> => undefined,
  ): Promise<{ result: Promise<T> }> {
    return world.database.transaction(async (tx, now) => {
      const first = {
        userId,
        id: newId(),
        at: now.getTime(),
        name: 'opened',
        seriesId: null,
        episodeId: null,
        props: null,
        isResolved: true,
      };
      expect(await lockViewers(tx, [userId], [Math.floor(now.getTime() / dayMs)], { wait: false })).toEqual([true]);
      await insertEvents(tx, [{ userId, events: [{ ...first, ...sent }] }], now);
      const result = work();
      let isDone = false;
      void result.then(() => {
        isDone = true;
      });
      await expect.poll(async () => isDone || (await countLockWaiters(world)) > 0).toBe(true);
      await meanwhile();
      return { result };
    });
  }

  it('sent twice concurrently with two times are stored once', async () => {
    const viewer = await makeViewer(world);
    const id = newId();
    const second = await whileTelling(viewer.id, { id }, () =>
      viewer.post('/v1/events', { events: [event({ id, at: ago(2) })] }),
    );
    expect((await second.result).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await keptOf(viewer.id)).toHaveLength(1);
  });

  it('sent while their viewer is anonymized lose their custom properties', async () => {
    const viewer = await makeViewer(world);
    const forgotten = await whileTelling(viewer.id, { props: '{"email":"someone@example.com"}' }, () =>
      eraseEvents(world.database, viewer.id, new AbortController().signal),
    );
    await forgotten.result;
    expect(await keptOf(viewer.id)).toEqual([{ name: 'opened', series_id: null, props: null }]);
  });

  it('that wait for the lock are refused if the viewer was banned meanwhile', async () => {
    const viewer = await makeViewer(world);
    const ban = () => pool.query(`update users set status = 'banned' where id = $1`, [viewer.id]);
    const late = await whileTelling(viewer.id, {}, () => viewer.post('/v1/events', { events: [event()] }), ban);
    expect(await late.result).toMatchObject({ status: 403, body: { error: 'user_banned' } });
    expect(await keptOf(viewer.id)).toHaveLength(1);
  });

  it('of a new day are stored by two requests that create its partition concurrently', async () => {
    const makeRoom = `select keep_event_day((clock() at time zone 'UTC')::date - 200)`;
    const first = await pool.connect();
    await first.query('begin');
    await first.query(makeRoom);
    const second = pool.query(makeRoom);
    await expect.poll(() => countLockWaiters(world)).toBe(1);
    await first.query('commit');
    first.release();
    expect((await second).rowCount).toBe(1);
  });

  it('sent to two processes concurrently in any order are stored once', async () => {
    const viewer = await makeViewer(world);
    const otherPhone = new Actor(world.another(), { authorization: `Bearer ${viewer.token}` });
    const events = Array.from({ length: 40 }, (_, n) => event({ at: ago(n % 3) }));
    const sent = await Promise.all(
      [viewer, otherPhone, viewer, otherPhone].map((phone, n) =>
        phone.post<{ accepted: number; duplicates: number }>('/v1/events', {
          events: n % 2 === 0 ? events : events.toReversed(),
        }),
      ),
    );
    expect(sent.map(({ body }) => body.accepted).reduce((sum, one) => sum + one)).toBe(40);
    expect(sent.map(({ body }) => body.duplicates).reduce((sum, one) => sum + one)).toBe(120);
    expect(await keptOf(viewer.id)).toHaveLength(40);
  });
});
