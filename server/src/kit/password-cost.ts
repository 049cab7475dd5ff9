/** argon2id with 19 MiB and two passes. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
