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

const commonWords =
  /password|passw0rd|qwerty|qwertz|azerty|asdfgh|zxcvbn|letmein|welcome|iloveyou|admin|administrator|superman|batman|dragon|monkey|football|baseball|sunshine|princess|trustno1|starwars|whatever|changeme|temporary|secret|default|cliffhanger/g;

/**
 * Whether a password is one that is tried first: common words with some digits around them, runs along the keyboard
 * or the alphabet, one piece repeated. What is left after taking those away must still be eight characters of worth.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (/^(.{1,4})\1*.{0,3}$/s.test(plain)) return true;
  const left = withoutRuns(plain.replace(/@/g, 'a').replace(/\$/g, 's').replace(commonWords, '')).replace(
    /[\W\d_]/g,
    '',
  );
  return plain !== left && new Set(left).size < 4;
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '!@#$%^&*()'];
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
