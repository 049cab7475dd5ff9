/** Which test files `npm test` runs once more. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './process.mjs';

export const isFailed = ({ status }) => status === 'failed';

/** More files than this are not late by chance, however busy the machine is. */
const maxRepeats = 5;

/** What a test of a race or a fault uses. */
const raceMarks = /\b(?:releaseTogether|oneAfterTheOther|createBarrier|openProxy)\b/u;
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** A race that goes wrong one time in ten is still wrong: what tests races and faults has failed when it fails once. */
const isRace = (file) =>
  /^server\/test\/faults\/|race|fault|once/u.test(relative(root, file).replaceAll('\\', '/')) ||
  raceMarks.test(textOf(file));

/**
 * Which files with a failed test are run once more. None where something failed outside of a file, or where too many
 * have failed.
 */
export function filesToRepeat(results) {
  const files = [...new Set(results.filter(isFailed).map(({ file }) => file))];
  if (files.length > maxRepeats || files.includes(undefined)) return [];
  return files.filter((file) => !isRace(file));
}
