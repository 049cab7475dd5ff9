import { describe, expect, it } from 'vitest';
import { nextAttemptAt, redactPersonal } from './rules.ts';

const minutes = (n: number): number => n * 60_000;

describe('an event that failed', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [30, 60],
  ])('after %i attempts waits for %i minutes', (attempts, pause) => {
    const now = new Date('2030-01-01T00:00:00Z');
    expect(nextAttemptAt({ attempts, receivedAt: now }, now)).toEqual(new Date(now.getTime() + minutes(pause)));
  });
  it('is tried for a day, to the millisecond', () => {
    const receivedAt = new Date('2030-01-01T00:00:00Z');
    const nextAfter = (ms: number) => nextAttemptAt({ attempts: 9, receivedAt }, new Date(receivedAt.getTime() + ms));
    expect(nextAfter(minutes(23 * 60))).toEqual(new Date('2030-01-02T00:00:00Z'));
    expect(nextAfter(minutes(23 * 60) + 1)).toBeNull();
  });
});

describe('what is kept of an event', () => {
  it.each<[event: object, kept: object]>([
    [{ email: 'layla@example.com' }, { email: '[personal]' }],
    [{ data: { Email: 'x', phone_e164: '1' } }, { data: { Email: '[personal]', phone_e164: '[personal]' } }],
    [
      { 'first-name': 'Layla', displayName: 'L' },
      { 'first-name': '[personal]', displayName: '[personal]' },
    ],
    [{ customer: [{ address: { street: 'x', zip: 1 } }] }, { customer: [{ address: '[personal]' }] }],
    [{ note: 'refund layla.m+tv@mail.example.com please' }, { note: 'refund [personal] please' }],
    [{ to: '+6281234567890' }, { to: '[personal]' }],
    [{ note: 'call +6281234567890, soon' }, { note: 'call [personal], soon' }],
    [
      { ip: '10.0.0.1', name: null },
      { ip: '[personal]', name: null },
    ],
  ])('%j holds nobody in person', (event, stored) => {
    expect(redactPersonal(event)).toEqual(stored);
  });
  it.each([
    { providerId: 'video-1', status: 'ready', playbackId: 'pb.1', durationS: 61.5 },
    { thumbnails: [{ url: 'https://media.example/a/cover@2x.jpg', timeS: 1 }] },
    { data: { userId: '01930000-0000-7000-8000-000000000011', transactionId: '1000000812345678', amountCents: 499 } },
    { occurredAt: '2030-01-01T00:00:00+00:00', productId: 'coins_100', fileName: 'a.mp4' },
    [null, true, 0, '+1', ''],
  ])('%j is kept as it came', (event) => {
    expect(redactPersonal(event)).toEqual(event);
  });
});
