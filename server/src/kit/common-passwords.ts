import { createRequire } from 'node:module';

const commonWords =
  /password|passw0rd|qwerty|qwertz|azerty|asdfgh|zxcvbn|letmein|welcome|iloveyou|administrator|superadmin|admin|superman|batman|dragon|monkey|football|baseball|sunshine|princess|trustno1|starwars|whatever|changeme|temporary|secret|default|cliffhanger/g;

/** Characters that are typed for similar letters; 1 stands for i or l. */
const looksLike: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};
const asLetters = (text: string, one = 'i'): string =>
  text.replace(/[@4310$57]/g, (sign) => (sign === '1' ? one : (looksLike[sign] ?? sign)));

let listed: ReadonlySet<string> | undefined;

/** The 49,000 most common passwords, loaded on first use. */
function listedPasswords(): ReadonlySet<string> {
  if (listed) return listed;
  const load = createRequire(import.meta.url);
  const list: unknown = load('@zxcvbn-ts/language-common/src/passwords.json');
  listed = new Set(Array.isArray(list) ? list.map(String) : []);
  if (!listed.has('password')) throw new Error('the list of common passwords is not what it was');
  return listed;
}

/** Whether it is in the list: unchanged, without surrounding digits and signs, or with letters for similar characters. */
function isListed(plain: string): boolean {
  const list = listedPasswords();
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const forms = [plain, bare].flatMap((text) => [text, asLetters(text), asLetters(text, 'l')]);
  return forms.some((form) => list.has(form));
}

/** A password is strong enough if what is left without common words and runs is this long or this varied. */
const enough = { length: 16, characters: 8, letters: 4 };

/**
 * Whether a password is easily guessed: listed, common words with digits around them, runs along the keyboard or the
 * alphabet, or one piece repeated. What is left without those must have four different letters of any script, eight
 * different characters, or sixteen in total.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (/^(.{1,8})\1+.{0,3}$/su.test(plain) || isListed(plain)) return true;
  const read = asLetters(withoutRuns(plain));
  // Digits are only read as letters if that reveals a word, because runs among them occur by chance.
  const hasWord = read.replace(commonWords, '') !== read;
  return isTooLittle(withoutCommon(plain), plain) || (hasWord && isTooLittle(withoutCommon(read), plain));
}

const withoutCommon = (text: string): string => withoutRuns(text.replace(commonWords, ''));

function isTooLittle(left: string, plain: string): boolean {
  const letters = left.replace(/\P{L}/gu, '');
  if (letters === plain || new Set(letters).size >= enough.letters) return false;
  const characters = [...left];
  return characters.length < enough.length && new Set(characters).size < enough.characters;
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

/** Removes runs of four or more characters along the keyboard, the alphabet or the digits. */
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
