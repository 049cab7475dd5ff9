import { hash, verify } from '@node-rs/argon2';
import { Limiter } from './limiter.ts';
import { networkOf } from './network.ts';
import { cost } from './password-cost.ts';

/** Replaces a stored hash, unless it was changed meanwhile. */
export interface Rehash {
  readonly from: string;
  readonly to: string;
}

export interface PasswordLimits {
  /** Concurrent hashes: a flood of sign-ins must not use up memory and cores. */
  readonly atOnce: number;
  /** Calls that may wait in total. */
  readonly maxWaiting: number;
  /** Timeout of waiting calls. */
  readonly maxWaitMs: number;
}

/** Hashes and verifies passwords. `from` is the address of the caller; networks take turns. */
export interface Passwords {
  hash(password: string, from: string): Promise<string>;
  /** Without a stored hash it compares with a decoy, so that an unknown name takes as long as a wrong password. */
  matches(password: string, stored: string | undefined, from: string): Promise<boolean>;
  /** A stronger hash of a correct password, if the stored one is weaker than the current cost. */
  rehashed(password: string, stored: string, from: string): Promise<Rehash | undefined>;
}

let decoy: Promise<string> | undefined;

export function createPasswords({ atOnce, maxWaiting, maxWaitMs }: PasswordLimits): Passwords {
  const limiter = new Limiter({ maxWaiting, maxWaitingPerKey: maxWaiting });
  // A call holds a slot of its network while it waits for a global one, so that one network does not delay the others.
  const inTurn = <T>(work: () => Promise<T>, from: string): Promise<T> => {
    const options = { startBy: performance.now() + maxWaitMs };
    const waitForAll = () => limiter.run([{ key: 'all', atOnce }], work, options);
    return limiter.run([{ key: `network ${networkOf(from)}`, atOnce }], waitForAll, options);
  };
  const hashInTurn = (password: string, from: string): Promise<string> =>
    inTurn(() => hash(normalized(password), cost), from);
  return {
    hash: hashInTurn,
    async matches(password, stored, from) {
      // Created outside the queue, because a refusal would be cached.
      decoy ??= hash('nobody has this password', cost);
      const compared = stored ?? (await decoy);
      const same = await inTurn(() => verifyAny(compared, formsOf(password)), from);
      return same && stored !== undefined;
    },
    async rehashed(password, stored, from) {
      return isWeakHash(stored) ? { from: stored, to: await hashInTurn(password, from) } : undefined;
    },
  };
}

/** One form of equal-looking texts, because systems compose letters and diacritics differently. */
export const normalized = (password: string): string => password.normalize('NFC');

/** Older hashes are of passwords that were not normalized. */
const formsOf = (password: string): Set<string> => new Set([normalized(password), password]);

async function verifyAny(stored: string, forms: Iterable<string>): Promise<boolean> {
  for (const form of forms) {
    if (await verify(stored, form).catch(() => false)) return true;
  }
  return false;
}

const stamp = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/;

/** Whether a hash has a lower cost than the current one, or another algorithm. */
export function isWeakHash(stored: string): boolean {
  const [, version = 0, memoryCost = 0, timeCost = 0] = (stamp.exec(stored) ?? []).map(Number);
  return version < 19 || memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}
