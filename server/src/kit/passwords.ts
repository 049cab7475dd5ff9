import { hash, verify } from '@node-rs/argon2';
import { Limiter } from './limiter.ts';
import { networkOf } from './network.ts';
import { cost } from './password-cost.ts';

/** A hash that takes the place of another, unless that was replaced meanwhile. */
export interface Rehash {
  readonly from: string;
  readonly to: string;
}

export interface PasswordLimits {
  /** How many passwords are hashed at the same time: a flood of sign-ins must not take the memory or the cores. */
  readonly atOnce: number;
  /** How many calls may wait in total. */
  readonly maxWaiting: number;
  /** A call that has waited for so long is refused. */
  readonly maxWaitMs: number;
}

/** Hashes and compares passwords. `from` is the address of the caller; the networks of callers take turns. */
export interface Passwords {
  hash(password: string, from: string): Promise<string>;
  /** Compares with a hash, or with a decoy where there is none, so that an unknown name takes as long as a wrong password. */
  matches(password: string, stored: string | undefined, from: string): Promise<boolean>;
  /** The hash to keep from now on, where the one that a right password was compared with is weaker than today's. */
  rehashed(password: string, stored: string, from: string): Promise<Rehash | undefined>;
}

let decoy: Promise<string> | undefined;

export function createPasswords({ atOnce, maxWaiting, maxWaitMs }: PasswordLimits): Passwords {
  const limiter = new Limiter({ maxWaiting, maxWaitingPerKey: maxWaiting });
  // While a call waits for a slot of all, it holds one of its network: so a network with many calls delays no other.
  const inTurn = <T>(work: () => Promise<T>, from: string): Promise<T> => {
    const options = { startBy: performance.now() + maxWaitMs };
    const waitForAll = () => limiter.run([{ key: 'all', atOnce }], work, options);
    return limiter.run([{ key: `network ${networkOf(from)}`, atOnce }], waitForAll, options);
  };
  const hashInTurn = (password: string, from: string): Promise<string> =>
    inTurn(() => hash(normalized(password), cost), networkOf(from));
  return {
    hash: hashInTurn,
    async matches(password, stored, from) {
      // Made once for all, and not in turn: what is refused for want of a place would stay refused for ever.
      decoy ??= hash('nobody has this password', cost);
      const compared = stored ?? (await decoy);
      const same = await inTurn(() => verifyAny(compared, formsOf(password)), networkOf(from));
      return same && stored !== undefined;
    },
    async rehashed(password, stored, from) {
      return isWeakHash(stored) ? { from: stored, to: await hashInTurn(password, from) } : undefined;
    },
  };
}

/** One spelling for texts that look the same: keyboards and systems compose letters and their marks differently. */
export const normalized = (password: string): string => password.normalize('NFC');

/** Hashes from before passwords were normalized were made of what was typed. */
const formsOf = (password: string): Set<string> => new Set([normalized(password), password]);

async function verifyAny(stored: string, forms: Iterable<string>): Promise<boolean> {
  for (const form of forms) {
    if (await verify(stored, form).catch(() => false)) return true;
  }
  return false;
}

const stamp = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/;

/** Whether a hash was made at a lower cost than today's, or in another way altogether. */
export function isWeakHash(stored: string): boolean {
  const [, version = 0, memoryCost = 0, timeCost = 0] = (stamp.exec(stored) ?? []).map(Number);
  return version < 19 || memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}
