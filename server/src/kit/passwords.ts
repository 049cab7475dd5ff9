import { hash, verify } from '@node-rs/argon2';
import { lanes } from './lanes.ts';

/** argon2id with 19 MiB and two passes, two at a time: a flood of sign-ins must not take the memory or the cores. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inTurn = lanes(2);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let decoy: Promise<string> | undefined;

/** Compares with a hash, or with a decoy where there is none, so that an unknown name takes as long as a wrong password. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const compared = stored ?? (await decoy);
  const same = await inTurn(() => verify(compared, password).catch(() => false));
  return same && stored !== undefined;
}

const stamp = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/;

/** Whether a hash was made at a lower cost than today's, or in another way altogether. */
export function isWeakHash(stored: string): boolean {
  const [, version = 0, memoryCost = 0, timeCost = 0] = (stamp.exec(stored) ?? []).map(Number);
  return version < 19 || memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}

/** A hash that takes the place of another, unless that was replaced meanwhile. */
export interface Rehash {
  readonly from: string;
  readonly to: string;
}

/** The hash to keep from now on, where the one that a right password was compared with is weaker than today's. */
export async function rehashed(password: string, stored: string): Promise<Rehash | undefined> {
  return isWeakHash(stored) ? { from: stored, to: await hashPassword(password) } : undefined;
}

const commonWords =
  /password|passw0rd|qwerty|qwertz|azerty|asdfgh|zxcvbn|letmein|welcome|iloveyou|administrator|superadmin|admin|superman|batman|dragon|monkey|football|baseball|sunshine|princess|trustno1|starwars|whatever|changeme|temporary|secret|default|cliffhanger/g;

/** Signs that are typed for the letters that they look like. */
const looksLike: Readonly<Record<string, string>> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', 0: 'o', $: 's', 5: 's' };

/**
 * Whether a password is one that is tried first: common words with some digits around them, runs along the keyboard
 * or the alphabet, one piece repeated. What is left after taking those away must still have four different letters,
 * of whatever script.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (/^(.{1,8})\1+.{0,3}$/su.test(plain)) return true;
  const read = withoutRuns(plain).replace(/[@43105$]/g, (sign) => looksLike[sign] ?? sign);
  return [plain, read].some((text) => {
    const left = withoutRuns(text.replace(commonWords, '')).replace(/\P{L}/gu, '');
    return left !== plain && new Set(left).size < 4;
  });
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()',
  'qweasdzxc',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/** Takes out pieces of four or more that lie in one line on the keyboard, in the alphabet or in counting. */
function withoutRuns(text: string): string {
  let rest = text;
  for (let start = 0; start + 4 <= rest.length; ) {
    let length = 0;
    for (let end = start + 4; end <= rest.length && runs.some((run) => run.includes(rest.slice(start, end))); end++) {
      length = end - start;
    }
    if (length > 0) rest = rest.slice(0, start) + rest.slice(start + length);
    else start++;
  }
  return rest;
}
