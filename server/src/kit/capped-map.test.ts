import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CappedMap } from './capped-map.ts';

describe('a map with a cap', () => {
  it('forgets what was used longest ago, and looking something up counts as using it', () => {
    const map = new CappedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  });

  it('holds one value for each key, and writing a key anew counts as using it', () => {
    const map = new CappedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2]);
  });

  it('behaves as a plain list that is kept in the order of use and cut at its cap', () => {
    const key = fc.integer({ min: 0, max: 9 });
    const steps = fc.array(fc.oneof(fc.record({ set: key, to: fc.nat() }), fc.record({ get: key })), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), steps, (cap, all) => {
        const map = new CappedMap<number, number>(cap);
        let model: { key: number; value: number }[] = [];
        for (const step of all) {
          if ('set' in step) {
            map.set(step.set, step.to);
            model = [...model.filter((entry) => entry.key !== step.set), { key: step.set, value: step.to }].slice(-cap);
            continue;
          }
          const known = model.find((entry) => entry.key === step.get);
          expect(map.get(step.get)).toBe(known?.value);
          if (known) model = [...model.filter((entry) => entry !== known), known];
        }
        expect(map.size).toBe(model.length);
      }),
    );
  });
});
