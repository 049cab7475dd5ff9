/**
 * Checks the documentation against the tree: links lead to files, docs/spec-coverage.md names existing tests for each
 * requirement, and docs/configuration.md lists exactly the variables that config.ts reads. Prints one line per finding:
 * `path:line: what`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root, say, whenRun } from './process.mjs';

const coverage = 'docs/spec-coverage.md';
const configuration = 'docs/configuration.md';
const config = 'server/src/config.ts';

function pages() {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const all = [...readdirSync(root), ...inDocs.map((path) => `docs/${path.replaceAll('\\', '/')}`)];
  return all.filter((path) => path.endsWith('.md'));
}

const texts = new Map();
function textOf(path) {
  if (!texts.has(path)) texts.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
  return texts.get(path);
}

/** What a link leads to, seen from the root. */
const targetOf = (page, address) => posix.join(posix.dirname(page), address.replace(/#.*$/, ''));

function deadLinks(page, line) {
  const addresses = [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address);
  return addresses
    .filter((address) => !/^(?:[a-z]+:|#)/.test(address) && !existsSync(join(root, targetOf(page, address))))
    .map((address) => `leads nowhere (${address})`);
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** What `describe`, `it` and their `each` are called with first. */
const isTitleIn = (text, title) => new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1\\s*,`, 'u').test(text);

/** `  - [unlocks/unlock](../server/…/unlock.test.ts): unlocking an episode › takes bonus coins first` */
function faultsOfReference(line) {
  const [, address, title] = /^ {2}- \[[^\]]+\]\(([^)]+\.test\.tsx?)\): (.+)$/.exec(line) ?? [];
  if (address === undefined) return [`names no test (${line.trim()})`];
  const path = targetOf(coverage, address);
  const text = textOf(path);
  const titles = text === null ? [] : title.split(' › ').filter((part) => !isTitleIn(text, part));
  return titles.map((part) => `${path} has no test called "${part}"`);
}

const isRequirement = (line) => line.startsWith('- ');
const isBelow = (line = '') => line.startsWith('  - ');
const isExplained = (line) => /^ {2}- Not tested: .{10}/.test(line);

function uncovered(line, next) {
  if (isRequirement(line)) return isBelow(next) ? [] : [`no test shows that ${line.slice(2)}`];
  return isBelow(line) && !isExplained(line) ? faultsOfReference(line) : [];
}

/** Variables in the first column of a table; of `NAME_<RAIL>` the beginning, which is what config.ts reads. */
const isListed = (line) => /^\| `([A-Z][A-Z\d_]+)(?:<[A-Z]+>)?` \|/.exec(line)?.[1];

function configurationFaults() {
  const code = textOf(config);
  if (code === null) return [];
  const read = new Set([...code.matchAll(/'([A-Z][A-Z\d_]+)'/g)].map(([, name]) => name));
  const listed = (textOf(configuration) ?? '').split('\n').map(isListed);
  return [
    ...[...read].filter((name) => !listed.includes(name)).map((name) => `${configuration}:1: does not list ${name}`),
    ...listed.flatMap((name, at) =>
      name === undefined || read.has(name) ? [] : [`${configuration}:${at + 1}: ${config} does not read ${name}`],
    ),
  ];
}

function faultsOf(page) {
  const lines = textOf(page).split('\n');
  return lines.flatMap((line, at) =>
    [...deadLinks(page, line), ...(page === coverage ? uncovered(line, lines[at + 1]) : [])].map(
      (fault) => `${page}:${at + 1}: ${fault}`,
    ),
  );
}

await whenRun(import.meta.url, () => {
  const findings = [...pages().flatMap(faultsOf), ...configurationFaults()];
  // A gate that looked at nothing must not pass.
  if (!(textOf(coverage) ?? '').split('\n').some(isRequirement)) findings.push(`${coverage}: has no requirement`);
  for (const finding of findings) say(finding);
  if (findings.length > 0) process.exitCode = 1;
});
