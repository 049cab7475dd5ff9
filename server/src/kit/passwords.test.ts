import type argon2 from '@node-rs/argon2';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBarrier } from './http/test-app.fixture.ts';
import { createPasswords, isWeakHash } from './passwords.ts';

// The real thing, watched: what counts is that the same work is done, and a stopwatch is no proof of that.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) };
});
const { hash, verify } = await import('@node-rs/argon2');
const passwords = createPasswords({ atOnce: 2, maxWaiting: 100, maxWaitMs: 60_000 });
const from = '192.0.2.1';
const cost = '$argon2id$v=19$m=19456,t=2,p=1$';

beforeEach(() => {
  vi.mocked(verify).mockClear();
});

describe('a password', () => {
  const password = 'a quiet harbour at dawn';

  it('is kept as argon2id of the agreed cost, each time with another salt', async () => {
    const [first, second] = await Promise.all([passwords.hash(password, from), passwords.hash(password, from)]);
    expect(first.startsWith(cost)).toBe(true);
    expect(first).not.toBe(second);
    expect(
      await Promise.all([passwords.matches(password, first, from), passwords.matches(password, second, from)]),
    ).toEqual([true, true]);
  });

  it('is compared to its last character, whatever its length and script', async () => {
    const long = `${'ليلة هادئة '.repeat(12)}a`;
    const stored = await passwords.hash(long, from);
    expect(await passwords.matches(long, stored, from)).toBe(true);
    expect(await passwords.matches(`${long.slice(0, -1)}b`, stored, from)).toBe(false);
    expect(await passwords.matches(`${long} `, stored, from)).toBe(false);
    expect(await passwords.matches('', stored, from)).toBe(false);
  });

  it('is the same however its letters and marks are composed', async () => {
    const [composed, decomposed] = ['Zürich über Nacht'.normalize('NFC'), 'Zürich über Nacht'.normalize('NFD')];
    expect(composed).not.toBe(decomposed);
    const stored = await passwords.hash(decomposed, from);
    expect(await passwords.matches(composed, stored, from)).toBe(true);
    expect(await passwords.matches(decomposed, stored, from)).toBe(true);
    expect(await passwords.matches('Zurich uber Nacht', stored, from)).toBe(false);
  });

  it('whose hash was made of what was typed, before texts were composed, is still taken', async () => {
    const typed = 'Zürich über Nacht'.normalize('NFD');
    expect(await passwords.matches(typed, await hash(typed), from)).toBe(true);
  });

  it('that is damaged in the database lets nobody in', async () => {
    expect(await passwords.matches(password, '', from)).toBe(false);
    expect(await passwords.matches(password, 'plain text', from)).toBe(false);
    expect(await passwords.matches('', '', from)).toBe(false);
  });

  it('of someone who does not exist costs what a wrong one does, and is never right', async () => {
    const stored = await passwords.hash(password, from);
    expect(await passwords.matches('wrong', stored, from)).toBe(false);
    expect(await passwords.matches('wrong', undefined, from)).toBe(false);
    expect(await passwords.matches('nobody has this password', undefined, from)).toBe(false);
    const compared = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
    expect(compared).toHaveLength(3);
    for (const hash of compared) expect(hash.startsWith(cost)).toBe(true);
  });
});

describe('passwords that wait to be compared', () => {
  const [flood, ann, ben] = ['203.0.113.9', '192.0.2.1', '198.51.100.7'];
  const unavailable = { spec: { code: 'unavailable' } };

  /** One is compared at a time, and none before the gate opens. `done` names them in the order in which they end. */
  function oneAtATime(limits: { maxWaiting?: number; maxWaitMs?: number } = {}) {
    const gate = createBarrier();
    const done: string[] = [];
    const queue = createPasswords({ atOnce: 1, maxWaiting: 100, maxWaitMs: 60_000, ...limits });
    vi.mocked(verify).mockImplementation(async (_stored, given) => {
      await gate.pass();
      return done.push(String(given)) > 0;
    });
    onTestFinished(() => void vi.mocked(verify).mockReset());
    return { gate, done, compare: (name: string, address: string) => queue.matches(name, 'a hash', address) };
  }

  it('are compared by turns of their networks, each in the order of its own', async () => {
    const { gate, done, compare } = oneAtATime();
    const all = [1, 2, 3, 4].map((n) => compare(`flood ${n}`, flood));
    await gate.reached;
    all.push(compare('ann 1', ann), compare('ben 1', ben), compare('ann 2', ann));
    gate.open();
    await Promise.all(all);
    expect(done).toEqual(['flood 1', 'ann 1', 'ben 1', 'flood 2', 'ann 2', 'flood 3', 'flood 4']);
  });

  it('are refused where too many wait, and taken again later', async () => {
    const { gate, done, compare } = oneAtATime({ maxWaiting: 2 });
    const all = [compare('running', ann), compare('waits', ann), compare('waits too', ben)];
    await gate.reached;
    await expect(compare('one too many', flood)).rejects.toMatchObject(unavailable);
    gate.open();
    await Promise.all(all);
    await compare('later', flood);
    expect(done.toSorted()).toEqual(['later', 'running', 'waits', 'waits too']);
  });

  it.each([
    ['the same network', ann],
    ['another network', ben],
  ])('are refused when they have waited for too long for one of %s, and never compared', async (_whose, address) => {
    const { gate, done, compare } = oneAtATime({ maxWaitMs: 20 });
    const running = compare('running', ann);
    await gate.reached;
    await expect(compare('late', address)).rejects.toMatchObject(unavailable);
    gate.open();
    await running;
    await compare('next', address);
    expect(done).toEqual(['running', 'next']);
  });
});

describe('a hash', () => {
  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=19455,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=16$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$2b$10$c2FsdHNhbHRzYWx0c2FsdA', true],
    ['', true],
  ])('%s is weaker than today’s: %s', (stored, weak) => {
    expect(isWeakHash(stored)).toBe(weak);
  });
});
