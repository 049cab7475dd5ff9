/**
 * Checks that linters do not have: names, folder depth, machine paths and silenced tests. Each check receives every file
 * of the repository and returns findings, one line each: `path: what`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { root, say, whenRun } from './process.mjs';

const DEEPEST_FOLDER = 3;

const sourceEndings = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css']);
/** Printed by a program or by a package manager: nobody reads them line by line. */
const isGenerated = (path) =>
  path === 'server/src/kit/db/schema.ts' || path.startsWith('contract/') || path.endsWith('.d.ts');
const isSource = (path) => sourceEndings.has(extname(path)) && !isGenerated(path);
const isTest = (path) => /\.(?:test|spec)\.\w+$/.test(path) || /(?:^|\/)(?:test|e2e)\//.test(path);

/** A name that fits everything says nothing; a newcomer finds a folder by its noun. */
const emptyNames = new Set([
  ...['util', 'utils', 'common', 'shared', 'helper', 'helpers', 'types', 'core', 'base'],
  ...['misc', 'service', 'services', 'manager', 'managers', 'dto', 'dtos'],
]);

const unreadFolders = new Set(['.git', 'node_modules', 'dist', 'coverage', '.data']);

function walk(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (unreadFolders.has(entry.name)) return [];
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}

/** What git tracks or would track; every file, where there is no git (a downloaded archive, a fixture). */
function listFiles() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  if (listed.status !== 0) return walk('');
  return [...new Set(listed.stdout.toString().split('\0').filter(Boolean))];
}

/** Undefined for what is not text, and for a tracked file that was just deleted. */
function readText(path) {
  try {
    const bytes = readFileSync(join(root, path));
    return bytes.subarray(0, 8000).includes(0) ? undefined : bytes.toString();
  } catch {
    return undefined;
  }
}

/** One finding per matching line, with its number, so that an editor can jump there. */
function linesMatching(file, pattern, describe) {
  return file.text
    .split('\n')
    .map((line, index) => ({ match: pattern.exec(line), number: index + 1 }))
    .filter(({ match }) => match !== null)
    .map(({ match, number }) => `${file.path}:${number}: ${describe(match[0])}`);
}

function deepFolders(files) {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  return [...folders]
    .filter((folder) => (/(?:^|\/)src\/(.*)$/.exec(folder)?.[1] ?? '').split('/').length > DEEPEST_FOLDER)
    .map((folder) => `${folder}: deeper than ${DEEPEST_FOLDER} folders below src`);
}

function emptyWords(files) {
  const found = new Map();
  for (const path of files.map((file) => file.path).filter(isSource)) {
    const folders = dirname(path).split('/');
    folders.forEach((name, index) => {
      if (emptyNames.has(name)) found.set(folders.slice(0, index + 1).join('/'), name);
    });
    for (const part of basename(path).split('.')) if (emptyNames.has(part)) found.set(path, part);
  }
  return [...found].map(([path, name]) => `${path}: "${name}" is not a name; say what is in it`);
}

/** Which registry a package came from is the installer's business; the lock file holds its hash. */
function registryAddresses(files) {
  return files.flatMap((file) => {
    if (basename(file.path) === 'package-lock.json') {
      const count = file.text.match(/"resolved": "https?:/g)?.length ?? 0;
      return count === 0 ? [] : [`${file.path}: ${count} registry addresses (resolved)`];
    }
    if (basename(file.path) !== '.npmrc') return [];
    return linesMatching(file, /^\s*(?:@[^:]+:)?registry\s*=.*/, () => 'names a registry');
  });
}

/** The paths of an image are its own, so the files that describe one may name them. */
const describesAnImage = (path) => /^(?:.*\/)?(?:Dockerfile|compose)[^/]*$/.test(path);

function machinePaths(files) {
  // Put together from parts, or this file would find itself.
  const pattern = new RegExp(`(?<![\\w.$}\\])*-])/(?:${['work', 'root', 'tmp', 'Users'].join('|')})/[\\w.-]*`);
  return files
    .filter(({ path }) => !describesAnImage(path))
    .flatMap((file) => linesMatching(file, pattern, (match) => `names a path of one machine (${match})`));
}

function silencedTests(files) {
  const pattern = /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo)\b|\b(?:only|skip|todo): true\b/;
  return files
    .filter(({ path }) => isSource(path) && isTest(path))
    .flatMap((file) => linesMatching(file, pattern, (match) => `a skipped or exclusive test (${match})`));
}

/** The lint rule knows `process.env`; these are the other ways to the same place. */
function hiddenEnvironment(files) {
  const pattern = /=\s*process\s*(?:[;,)]|$)|\bglobal(?:This)?\s*\??\.\s*process\b/;
  return files
    .filter(({ path }) => /^(?:server|panel)\/src\//.test(path) && isSource(path) && !isTest(path))
    .filter(({ path }) => path !== 'server/src/config.ts')
    .flatMap((file) => linesMatching(file, pattern, () => 'reads the environment; only server/src/config.ts may'));
}

/** A rule that is switched off says why on the same line, after two dashes. */
function unexplainedExceptions(files) {
  const pattern = /(?:oxlint|eslint)-disable(?!.*\s--\s\S).*/;
  return files
    .filter(({ path }) => isSource(path) && !path.startsWith('scripts/'))
    .flatMap((file) =>
      linesMatching(file, pattern, () => 'a lint rule is switched off without saying why (-- because …)'),
    );
}

/** The compiler says so of the server only: the panel's bundler would find the file. */
function importsWithoutEnding(files) {
  const pattern =
    /\b(?:from|import)\s*\(?\s*(['"])\.{1,2}(?:\/(?![^'"]*\.(?:tsx?|[cm]?js|json|css)(?:\?\w+)?['"])[^'"]*)?\1/;
  return files
    .filter(({ path }) => isSource(path) && !path.startsWith('scripts/'))
    .flatMap((file) => linesMatching(file, pattern, () => 'imports without the ending of the file'));
}

/** Lengths are tokens, or a rem where a layout has a width of its own; a hairline is drawn in pixels. */
function literalLengths(files) {
  const pixels = /(?:\d*\.\d+|[2-9]|\d{2,})px/;
  const untokened = /^\s*(?:font-size|border-radius|gap|margin[a-z-]*|padding[a-z-]*):.*\d(?:rem|em)\b/;
  const pattern = new RegExp(`^(?!.*@media).*${pixels.source}|${untokened.source}`);
  return files
    .filter(({ path }) => path.startsWith('panel/src/') && path.endsWith('.css') && !path.endsWith('/tokens.css'))
    .flatMap((file) => linesMatching(file, pattern, () => 'a literal length; take a token of panel/src/ui/tokens.css'));
}

/** The compiler takes any name of a class for one that the style sheet has. */
function classesOfStyleSheets(files) {
  const sheets = new Map(
    files.filter(({ path }) => path.endsWith('.module.css')).map(({ path, text }) => [path, { text, used: new Set() }]),
  );
  const missing = [];
  for (const { path, text } of files.filter((file) => file.path.endsWith('.tsx'))) {
    for (const [line, name, from] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)';/g)) {
      const sheet = sheets.get(join(dirname(path), from));
      const code = text.replace(line, '');
      const names = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((match) => match[1]);
      const unknown = names.filter((used) => !sheet?.text.includes(`.${used}`));
      missing.push(...unknown.map((used) => `${path}: no class .${used} in ${from}`));
      for (const used of names) sheet?.used.add(used);
      if (code.includes(`${name}[`) && sheet) sheet.isUsedByName = true;
    }
  }
  const unused = [...sheets].flatMap(([path, { text, used, isUsedByName }]) =>
    [...new Set([...text.matchAll(/(?<!\()\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)].map((match) => match[1]))]
      .filter((name) => !isUsedByName && !used.has(name) && !name.startsWith('mantine-'))
      .map((name) => `${path}: nothing has the class .${name}`),
  );
  return [...missing, ...unused];
}

const checks = [
  deepFolders,
  emptyWords,
  registryAddresses,
  machinePaths,
  silencedTests,
  hiddenEnvironment,
  unexplainedExceptions,
  importsWithoutEnding,
  literalLengths,
  classesOfStyleSheets,
];

await whenRun(import.meta.url, () => {
  const files = listFiles()
    .map((path) => ({ path, text: readText(path) }))
    .filter(({ text }) => text !== undefined);
  // A gate that looked at nothing must not pass.
  const findings = files.some(({ path }) => isSource(path))
    ? checks.flatMap((check) => check(files))
    : ['.: no sources found'];
  for (const finding of findings) say(finding);
  if (findings.length > 0) process.exitCode = 1;
});
