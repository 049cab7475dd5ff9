/** In the place of the one of the same name: thousands of passwords are hashed and compared by tests of other things. */
export const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
