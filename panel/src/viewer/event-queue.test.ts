import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventQueue, mostAtOnce, mostKept, sessionMs, type ViewerEvent } from './event-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** A queue whose service answers as it is told to. */
function open() {
  let kept: readonly ViewerEvent[] = [];
  const told: (readonly ViewerEvent[])[] = [];
  const service = { answers: true };
  const phone = { viewer: 'guest 1' };
  const queue = createEventQueue({
    store: {
      read: () => kept,
      write: (events) => {
        kept = events;
      },
    },
    send: async (events) => {
      told.push(events);
      return service.answers;
    },
    viewer: () => phone.viewer,
  });
  return { queue, told, service, phone, kept: () => kept };
}

const namesOf = (events: readonly ViewerEvent[] = []) => events.map(({ name }) => name);

it('Events are told together after a moment, under the session in which they happened', async () => {
  const { queue, told, kept } = open();
  queue.record('series_view', { seriesId: 's1' });
  queue.record('paywall_hit', { episodeId: 'e1' });
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told.map(namesOf)).toEqual([['session_start', 'series_view', 'paywall_hit']]);
  expect(new Set(told[0]?.map(({ props }) => props.sessionId)).size).toBe(1);
  expect(told[0]?.[1]).toMatchObject({ seriesId: 's1', at: '2026-03-01T12:00:00.000Z' });
  expect(kept()).toEqual([]);
});

it('What was not answered is told again under the same ids, after growing pauses', async () => {
  const { queue, told, service } = open();
  service.answers = false;
  queue.record('series_view');
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(told).toHaveLength(1);
  service.answers = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
});

it('What happens while events are told is told next, and nothing twice', async () => {
  const { queue, told } = open();
  queue.record('series_view');
  const flushed = queue.flush();
  queue.record('paywall_hit');
  await flushed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.flat().map(({ name }) => name)).toEqual(['session_start', 'series_view', 'paywall_hit']);
});

it('Many are told in batches, and of very many the oldest give way', async () => {
  const { queue, told, service, kept } = open();
  service.answers = false;
  for (let n = 0; n < mostKept + 10; n++) queue.record(`event_${n}`);
  expect(kept()).toHaveLength(mostKept);
  expect(kept().at(-1)?.name).toBe(`event_${mostKept + 9}`);
  service.answers = true;
  told.length = 0;
  await queue.flush();
  await queue.flush();
  expect(Math.max(...told.map((batch) => batch.length))).toBe(mostAtOnce);
  expect(kept()).toEqual([]);
});

it('A viewer who comes back after half an hour is in another session, in which a preview is seen anew', async () => {
  const { queue, told } = open();
  const see = () => queue.recordOnce('preview_view', { seriesId: 's1' });
  see();
  see();
  await vi.advanceTimersByTimeAsync(sessionMs - 1);
  see();
  await vi.advanceTimersByTimeAsync(sessionMs);
  see();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told.map(namesOf)).toEqual([
    ['session_start', 'preview_view'],
    ['session_start', 'preview_view'],
  ]);
  expect(told[0]?.[0]?.props.sessionId).not.toBe(told[1]?.[0]?.props.sessionId);
});

it('Another guest on the same phone is in another session, in which a preview is seen anew', async () => {
  const { queue, told, phone } = open();
  queue.recordOnce('preview_view', { seriesId: 's1' });
  await queue.flush();
  phone.viewer = 'guest 2';
  queue.recordOnce('preview_view', { seriesId: 's1' });
  await queue.flush();
  expect(told.map(namesOf)).toEqual([
    ['session_start', 'preview_view'],
    ['session_start', 'preview_view'],
  ]);
  expect(told[0]?.[0]?.props.sessionId).not.toBe(told[1]?.[0]?.props.sessionId);
});

it('While there is no answer the pauses grow, however much there is to tell', async () => {
  const { queue, told, service } = open();
  service.answers = false;
  for (let n = 0; n < mostAtOnce; n++) queue.record(`event_${n}`);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
  for (let n = 0; n < 10; n++) {
    queue.record(`later_${n}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(told).toHaveLength(1);
});
