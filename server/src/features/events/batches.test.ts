import { describe, expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import type { ReportedEvent } from './rules.ts';

/** Many events at a time, of which some are not to be kept. */

const world = await openWorld();
const episodeId = await makeEpisode(world, 'published', await makeSeries(world, 'published'), 1);

const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const event = (fields: Partial<ReportedEvent> = {}) => ({
  id: newId(),
  name: 'paywall_hit',
  at: ago(0),
  episodeId,
  ...fields,
});
const countKept = async (userId: string): Promise<number> =>
  (await world.database.pool.query('select from viewer_events where user_id = $1', [userId])).rowCount ?? 0;

describe('events', () => {
  it('are rejected individually if an id is no text, or if they cannot be stored', async () => {
    const viewer = await makeViewer(world);
    const deep = (levels: number): Record<string, unknown> => (levels === 0 ? {} : { in: deep(levels - 1) });
    const wrong = [
      event({ id: '' }),
      event({ id: 'a\0b' }),
      event({ id: 'half \ud83c' }),
      event({ id: 'i'.repeat(1_001) }),
      event({ id: 'name', name: 'a\0b' }),
      event({ id: 'time', at: '\0' }),
      event({ id: 'episode', episodeId: '\0' }),
      event({ id: 'series', episodeId: null, seriesId: '\ud83c' }),
      event({ id: 'text', props: { text: 'a\0b' } }),
      event({ id: 'half', props: { text: ['\ud83c'] } }),
      event({ id: 'key', props: { 'a\0b': 1 } }),
      event({ id: 'deep', props: deep(40) }),
      event({ id: 'deeper', props: deep(2_000) }),
      event({ id: 'long', props: { list: Array.from({ length: 1_001 }, () => 0) } }),
      event({ id: 'proto', props: { constructor: 1 } }),
    ];
    const good = [event({ id: 'i'.repeat(1_000) }), event({ id: '🎬', props: { text: '🎬 \u0001', ...deep(20) } })];
    const { status, body } = await viewer.post('/v1/events', { events: [...wrong, ...good] });
    expect(status).toBe(200);
    const [id, props] = ['invalid_id', 'invalid_props'];
    const errors = [
      id,
      id,
      id,
      id,
      'invalid_name',
      'invalid_time',
      'unknown_episode',
      'unknown_series',
      ...wrong.slice(8).map(() => props),
    ];
    expect(body).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: wrong.map((sent, n) => ({ id: sent.id, error: errors[n] })),
    });
    expect(await countKept(viewer.id)).toBe(2);
  });

  it('in any order and repetition are stored once each, as a reference model shows', async () => {
    const random = seededRandom(20_261_118);
    const viewers = await Promise.all([1, 2, 3].map(() => makeViewer(world)));
    const ids = Array.from({ length: 60 }, (_, n) => (n % 4 === 0 ? `event ${n}` : newId()));
    const kept = new Map<string, Set<string>>(viewers.map(({ id }) => [id, new Set()]));
    for (let round = 0; round < 12; round++) {
      const viewer = random.pick(viewers);
      const known = kept.get(viewer.id) ?? new Set();
      const events = Array.from({ length: random.below(25) }, () => {
        const [id, isWrong] = [random.pick(ids), random.below(6) === 0];
        return event({
          id: random.below(3) === 0 ? id.toUpperCase().replace('EVENT', 'event') : id,
          at: ago(random.below(20)),
          ...(isWrong && { episodeId: newId() }),
        });
      });
      if (random.below(2) === 0) events.sort((one, other) => (one.id < other.id ? -1 : 1));
      const rejected = events.filter((one) => one.episodeId !== episodeId);
      const before = known.size;
      for (const one of events) if (one.episodeId === episodeId) known.add(one.id.toLowerCase());
      const accepted = known.size - before;
      expect((await viewer.post('/v1/events', { events })).body).toEqual({
        accepted,
        duplicates: events.length - rejected.length - accepted,
        rejected: rejected.map(({ id }) => ({ id, error: 'unknown_episode' })),
      });
    }
    const counts = await Promise.all(viewers.map(({ id }) => countKept(id)));
    expect(counts).toEqual(viewers.map(({ id }) => kept.get(id)?.size));
  });
});
