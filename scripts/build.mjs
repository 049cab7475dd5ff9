/**
 * Builds what changed since the last build: the server, the panel, or both side by side. A stamp is made of names, sizes
 * and times rather than contents, so that a current build is recognised in a few milliseconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { capture, Fault, root, say, secondsSince, whenRun } from './process.mjs';

const parts = [
  {
    name: 'server',
    entry: 'main.js',
    sources: ['tsconfig.json', 'server/tsconfig.json', 'scripts/bundle-server.mjs', 'package-lock.json', 'server/src'],
    command: ['scripts/bundle-server.mjs'],
  },
  {
    name: 'panel',
    entry: 'index.html',
    // The files of earlier builds are asked for by pages that are still open; the build drops them in time.
    keepsOld: true,
    sources: [
      'tsconfig.json',
      'panel/tsconfig.json',
      'panel/vite.config.ts',
      'panel/tools/first-load.ts',
      'panel/tools/first-paint.js',
      'panel/tools/old-assets.ts',
      'panel/index.html',
      'panel/public',
      'panel/src',
    ],
    command: ['node_modules/vite/bin/vite.js', 'build', 'panel', '--logLevel', 'warn'],
  },
  {
    name: 'viewer',
    folder: 'panel/viewer',
    entry: 'index.html',
    sources: [
      'tsconfig.json',
      'panel/tsconfig.json',
      'panel/viewer/vite.config.ts',
      'panel/viewer/index.html',
      'panel/viewer/worker',
      'panel/src/api',
      'panel/src/ui/tokens.css',
      'panel/src/viewer',
      'panel/src/words',
    ],
    command: ['node_modules/vite/bin/vite.js', 'build', 'panel/viewer', '--logLevel', 'warn'],
  },
];

/** The processes that the server's tests start and kill, beside the service itself. */
const testProcesses = {
  name: 'processes of the tests',
  folder: 'server/test',
  entry: 'decoder-process.js',
  sources: [...parts[0].sources, 'server/test/faults', 'server/test/harness'],
  command: ['scripts/bundle-server.mjs', '--tests'],
};

const distOf = ({ name, folder = name }) => join(root, folder, 'dist');
const stampOf = (part) => join(distOf(part), '.stamp');

function filesAt(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesAt(`${path}/${name}`));
}

function currentStamp({ sources }) {
  const files = sources.flatMap(filesAt).sort();
  const hash = createHash('sha256');
  for (const path of files) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\n${size}\n${mtimeMs}\n`);
  }
  return { hash: hash.digest('hex'), files };
}

function lastStamp(part) {
  try {
    const { hash, files } = JSON.parse(readFileSync(stampOf(part), 'utf8'));
    return existsSync(join(distOf(part), part.entry)) ? { hash, files } : undefined;
  } catch {
    return undefined;
  }
}

const isCurrent = (part) => lastStamp(part)?.hash === currentStamp(part).hash;

/** The compiler never deletes: what a vanished source left behind would still be imported, so all of it goes. */
function clearWhenStale(part, last, current) {
  const present = new Set(current.files);
  if (part.keepsOld || last?.files.every((path) => present.has(path))) rmSync(stampOf(part), { force: true });
  else rmSync(distOf(part), { recursive: true, force: true });
}

async function make(part, yielding) {
  const current = currentStamp(part);
  clearWhenStale(part, lastStamp(part), current);
  const started = performance.now();
  say(`building the ${part.name}…`);
  const { code, output } = await capture(process.execPath, part.command, {
    env: { NODE_ENV: 'production' },
    yielding,
  });
  if (code !== 0) {
    process.stderr.write(output);
    throw new Fault(`The ${part.name} could not be built: what was found is above.`);
  }
  if (!existsSync(join(distOf(part), part.entry)))
    throw new Fault(`The ${part.name} was built, but has no ${part.entry}.`);
  writeFileSync(`${stampOf(part)}.new`, JSON.stringify(current));
  renameSync(`${stampOf(part)}.new`, stampOf(part));
  say(`built the ${part.name} in ${secondsSince(started)}`);
}

/** Builds those parts that are not current, side by side. */
function builds(wanted, yielding = false) {
  const stale = wanted.filter((part) => !isCurrent(part));
  if (stale.length === 0) return;
  return withLock(
    join(root, '.data', 'build.lock'),
    () => say('another process is building; waiting for it…'),
    () => Promise.all(stale.filter((part) => !isCurrent(part)).map((part) => make(part, yielding))),
  );
}

export const build = () => builds(parts);

const [serverParts, panelParts] = [true, false].map((wanted) =>
  parts.filter(({ name }) => (name === 'server') === wanted),
);

export const isServerBuilt = () => serverParts.every(isCurrent);
export const isPanelBuilt = () => panelParts.every(isCurrent);

export const buildServer = async () => void (await builds(serverParts));

/** Leaves the processor to whoever else wants it. */
export const buildPanel = async () => void (await builds(panelParts, true));

const buildForTests = () => builds([...serverParts, testProcesses]);

await whenRun(import.meta.url, process.argv.includes('--for-tests') ? buildForTests : build);
