import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CappedMap } from './capped-map.ts';

describe('a map with a cap', () => {
  it('forgets what was not used for long, and looking something up counts as using it', () => {
    const map = new CappedMap<string, number>(4);
    for (const key of ['a', 'b', 'c', 'd']) map.set(key, 1);
    expect(map.get('a')).toBe(1);
    map.set('e', 2);
    map.set('f', 2);
    expect([map.get('a'), map.get('b'), map.get('f')]).toEqual([1, undefined, 2]);
  });

  it('holds one value for each key', () => {
    const map = new CappedMap<string, number>(4);
    for (const key of ['a', 'b', 'c', 'a']) map.set(key, map.size);
    expect([map.get('a'), map.size]).toEqual([3, 3]);
  });

  it('never outgrows its cap, knows what was used lately, and never an old value', () => {
    const key = fc.integer({ min: 0, max: 9 });
    const steps = fc.array(fc.oneof(fc.record({ set: key, to: fc.nat() }), fc.record({ get: key })), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), steps, (cap, all) => {
        const map = new CappedMap<number, number>(cap);
        const written = new Map<number, number>();
        let used: number[] = [];
        for (const step of all) {
          const name = 'set' in step ? step.set : step.get;
          if ('set' in step) written.set(name, step.to);
          if ('set' in step) map.set(name, step.to);
          const isRecent = 'set' in step || used.slice(-Math.floor(cap / 2)).includes(name);
          const found = map.get(name);
          expect(isRecent ? [written.get(name)] : [written.get(name), undefined]).toContain(found);
          expect(map.size).toBeLessThanOrEqual(cap);
          if (found !== undefined) used = [...used.filter((other) => other !== name), name];
        }
      }),
    );
  });
});
