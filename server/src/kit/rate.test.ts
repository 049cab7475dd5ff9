import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate.ts';

function atRate(perSecond: number) {
  const time = { seconds: 0 };
  const limit = createRateLimiter(perSecond, () => time.seconds * 1000);
  /** How many of a burst get through. */
  const burst = (size: number, key = 'someone') =>
    Array.from({ length: size }, () => limit(key)).filter((wait) => wait === 0).length;
  return { time, limit, burst };
}

describe('a rate limit of five a second', () => {
  it('lets a burst of a minute’s worth through, then says how long to wait', () => {
    const { limit, burst } = atRate(5);
    expect(burst(1_000)).toBe(300);
    expect(limit('someone')).toBe(1);
  });

  it('gives back five for every second that passes, and never more than a minute’s worth', () => {
    const { time, burst } = atRate(5);
    burst(300);
    time.seconds = 1;
    expect(burst(100)).toBe(5);
    time.seconds = 3;
    expect(burst(100)).toBe(10);
    time.seconds = 100_000;
    expect(burst(1_000)).toBe(300);
  });

  it('counts each caller alone', () => {
    const { burst } = atRate(5);
    burst(300, 'a flood');
    expect(burst(300, 'someone else')).toBe(300);
    expect(burst(1, 'a flood')).toBe(0);
  });

  it('does not count the requests that it refused', () => {
    const { time, burst } = atRate(5);
    burst(10_000);
    time.seconds = 1;
    expect(burst(1)).toBe(1);
  });

  it('remembers fifty thousand callers, and beyond that forgets who came longest ago', () => {
    const { burst, limit } = atRate(1);
    const others = (count: number) => Array.from({ length: count }, (_, caller) => limit(`caller ${caller}`));
    burst(60, 'a flood');
    others(49_998);
    expect(burst(1, 'a flood')).toBe(0);
    others(50_000);
    expect(burst(1, 'a flood')).toBe(1);
  });
});

const rates = fc.constantFrom(1, 2, 5, 10, 20, 50, 200);
const gaps = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 400 });

it('whatever the pattern of calls, no caller gets more than a burst and the rate', () => {
  fc.assert(
    fc.property(rates, gaps, (perSecond, waits) => {
      const { time, burst } = atRate(perSecond);
      let through = 0;
      for (const wait of waits) {
        time.seconds += wait;
        through += burst(40);
        expect(through).toBeLessThanOrEqual(perSecond * (60 + time.seconds) + 1e-6);
      }
    }),
  );
});

it('a caller who waits for the Retry-After is accepted', () => {
  fc.assert(
    fc.property(rates, gaps, (perSecond, waits) => {
      const { time, limit } = atRate(perSecond);
      for (const wait of waits) {
        time.seconds += wait / perSecond;
        for (let calls = 0; calls < 70; calls++) {
          const seconds = limit('someone');
          if (seconds === 0) continue;
          time.seconds += seconds;
          expect(limit('someone')).toBe(0);
          break;
        }
      }
    }),
  );
});
