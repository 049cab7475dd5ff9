/**
 * Keeps `server/migrations/checksums`: every merged migration with its checksum, in the order in which they were merged.
 * A merged migration is never edited, renamed or removed, because databases have applied it. With --check nothing is
 * written, and a migration that is not listed fails as well.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root, whenRun } from './process.mjs';

const path = 'server/migrations/checksums';
/** Numbers up to this one were given out before the list existed, and may be merged in any order. */
const anyOrderUpTo = '0129';

const checksumOf = (text) => createHash('sha256').update(text).digest('hex');
const linesOf = (text) => text.split('\n').filter(Boolean);
const parse = (line) => {
  const [checksum, name] = line.split(/\s+/);
  return { checksum, name };
};

/** What is wrong with merged migrations, one line each. `parent` is what HEAD and its parent list: either may be checked. */
export function faultsIn({ listed, files, parent }) {
  const faults = [];
  const names = new Set();
  for (const { checksum, name } of listed.map(parse)) {
    if (names.has(name)) faults.push(`${name} is listed twice`);
    names.add(name);
    if (!files.has(name))
      faults.push(`${name} was merged and is missing: a merged migration is never removed or renamed`);
    else if (files.get(name) !== checksum) faults.push(`${name} was merged and is edited: add a new migration instead`);
  }
  const rewritten = parent.find((line) => !listed.includes(line));
  if (rewritten) faults.push(`an earlier commit lists ${parse(rewritten).name} otherwise: the list only grows`);
  const newest = [...names].sort().at(-1) ?? '';
  const numbers = new Set([...names].map((name) => name.slice(0, 4)));
  for (const name of unlistedIn({ listed, files })) {
    const number = name.slice(0, 4);
    if (numbers.has(number)) faults.push(`${name} has the number of another migration`);
    else if (number > anyOrderUpTo && name < newest) faults.push(`${name} must have a higher number than ${newest}`);
    numbers.add(number);
  }
  return faults;
}

export function unlistedIn({ listed, files }) {
  const names = new Set(listed.map((line) => parse(line).name));
  return [...files.keys()].filter((name) => !names.has(name)).sort();
}

/** The list in a commit; empty where there is no git, no such commit or no list. */
function linesAt(commit) {
  const { status, stdout } = spawnSync('git', ['show', `${commit}:${path}`], { cwd: root, encoding: 'utf8' });
  return status === 0 ? linesOf(stdout) : [];
}

function readState() {
  const folder = join(root, 'server/migrations');
  const names = readdirSync(folder).filter((name) => /^\d{4}_\w+\.sql$/.test(name));
  const files = new Map(names.map((name) => [name, checksumOf(readFileSync(join(folder, name)))]));
  const listed = existsSync(join(root, path)) ? linesOf(readFileSync(join(root, path), 'utf8')) : [];
  return { listed, files, parent: [...linesAt('HEAD'), ...linesAt('HEAD^')] };
}

await whenRun(import.meta.url, async () => {
  const state = readState();
  const unlisted = unlistedIn(state);
  const faults = faultsIn(state);
  const isCheck = process.argv.includes('--check');
  if (isCheck) faults.push(...unlisted.map((name) => `${name} is not in ${path}: run npm run generate`));
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  if (isCheck || unlisted.length === 0) return;
  const lines = [...state.listed, ...unlisted.map((name) => `${state.files.get(name)}  ${name}`)];
  writeFileSync(join(root, path), `${lines.join('\n')}\n`);
});
