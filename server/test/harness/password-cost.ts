import type { cost as real } from '../../src/kit/password-cost.ts';

/** In the place of the one of the same name: thousands of passwords are hashed and compared by tests of other things. */
export const cost: typeof real = { memoryCost: 64, timeCost: 1, parallelism: 1 };
