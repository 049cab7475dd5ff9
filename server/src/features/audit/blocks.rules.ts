/**
 * History that can be proven to a stranger. Coin movements and audit entries are sealed in blocks: each block has a hash
 * over the text of what is in it and over the hash of the block before it. Who keeps one hash elsewhere can tell whether
 * anything up to there was changed since. Sealing and checking are functions of the database; the service cannot write a
 * block. docs/decisions/0011 says what is hashed.
 */

export const chains = ['ledger', 'audit'] as const;
export type Chain = (typeof chains)[number];

/**
 * A block has so many events at most, and a run seals so many blocks of a chain, which takes 15 seconds. Where others are
 * writing, it waits for them a few times.
 */
export const sealing = { blockSize: 5_000, maxBlocks: 40, waits: 10, waitMs: 100 } as const;

/** How many events a run looks at again: at least a whole block, and the whole chain within days. */
export const checking = { events: 20_000 } as const;

/** What is not sealed yet is counted up to here. */
export const countedAtMost = 10_000;

/** What is wrong with a block: its events do not give its hash, or it does not go on from the block before it. */
export const faults = ['changed', 'unlinked'] as const;
export type BlockFault = (typeof faults)[number];
