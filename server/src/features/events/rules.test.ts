import { describe, expect, it } from 'vitest';
import { checkEvent, storedId, withSeries } from './rules.ts';

const now = new Date('2026-11-16T20:00:00Z');
const unknown = { seriesOf: () => undefined, hasSeries: () => false };
const idOf = (end: string): string => `01900000-0000-7000-8000-0000000000${end}`;
const [episode, own, other] = [idOf('e1'), idOf('01'), idOf('02')];
const known = {
  seriesOf: (id: string) => (id === episode ? own : undefined),
  hasSeries: (id: string) => id === own || id === other,
};
const sent = { id: 'a', name: 'paywall_hit', at: '2026-11-16T19:00:00Z' };

describe('an event', () => {
  it.each([
    ['as it is', {}],
    ['of 30 days ago', { at: '2026-10-17T20:00:00Z' }],
    ['of a phone whose clock is ahead', { at: '2026-11-16T20:05:00Z' }],
    ['with an offset', { at: '2026-11-17T02:00:00+07:00' }],
    ['with nulls', { seriesId: null, episodeId: null, props: null }],
    ['by a name of the app’s own', { name: 'shared_with_friend_2' }],
  ])('is valid %s', (_, fields) => {
    expect(checkEvent({ ...sent, ...fields }, now, unknown)).toMatchObject({ id: storedId('a') });
  });
  it.each([
    ['the episode alone', { episodeId: episode }, { seriesId: own, episodeId: episode, isResolved: true }],
    ['the episode and its series', { episodeId: episode, seriesId: own }, { seriesId: own, isResolved: true }],
    ['the episode and another series', { episodeId: episode, seriesId: other }, 'episode_of_another_series'],
    ['a series', { seriesId: other }, { seriesId: other, episodeId: null, isResolved: true }],
  ])('about cached content is resolved by %s', (_, fields, expected) => {
    const checked = checkEvent({ ...sent, ...fields }, now, known);
    const found = typeof checked === 'string' ? checked : withSeries(checked, known);
    expect({ found }).toMatchObject({ found: expected });
  });
  it.each([
    ['recorded_by_the_service', { name: 'unlock' }],
    ['recorded_by_the_service', { name: 'repeat_unlock' }],
    ['invalid_name', { name: 'Paywall Hit' }],
    ['invalid_name', { name: '2nd' }],
    ['invalid_time', { at: 'yesterday' }],
    ['invalid_time', { at: '2026-11-16T19:00:00' }],
    ['too_old', { at: '2026-10-17T19:59:59.999Z' }],
    ['in_the_future', { at: '2026-11-16T20:05:00.001Z' }],
    ['props_too_large', { props: { text: 'x'.repeat(4_096) } }],
    ['unknown_episode', { episodeId: 'first' }],
    ['unknown_series', { seriesId: 'the-one' }],
  ])('is rejected for %s: %j', (fault, fields) => {
    expect(checkEvent({ ...sent, ...fields }, now, unknown)).toBe(fault);
  });
  it('keeps a UUID, and maps any other id to the same UUID each time', () => {
    expect(storedId('0193A000-0000-7000-8000-0000000000E1')).toBe('0193a000-0000-7000-8000-0000000000e1');
    expect(storedId('event 1')).toBe(storedId('event 1'));
    expect(storedId('event 1')).not.toBe(storedId('event 2'));
  });
});
