/**
 * Compiles the server when its sources changed since the last build. The stamp is made of names, sizes and times
 * rather than contents, so that a current build is recognised in a few milliseconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { capture, Fault, root, say, secondsSince, whenRun } from './process.mjs';

const dist = join(root, 'server', 'dist');
const stampPath = join(dist, '.stamp');
const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const settings = ['tsconfig.json', 'server/tsconfig.json', 'server/tsconfig.build.json'];

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function currentStamp() {
  const files = [...settings.filter((path) => existsSync(join(root, path))), ...filesBelow('server/src')].sort();
  const hash = createHash('sha256');
  for (const path of files) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\n${size}\n${mtimeMs}\n`);
  }
  return { hash: hash.digest('hex'), files };
}

function lastStamp() {
  try {
    const { hash, files } = JSON.parse(readFileSync(stampPath, 'utf8'));
    return existsSync(join(dist, 'main.js')) ? { hash, files } : undefined;
  } catch {
    return undefined;
  }
}

/** The compiler never deletes: what a vanished source left behind would still be imported, so all of it goes. */
function clearWhenStale(last, current) {
  const present = new Set(current.files);
  if (last?.files.every((path) => present.has(path))) rmSync(stampPath, { force: true });
  else rmSync(dist, { recursive: true, force: true });
}

async function compile(current) {
  const started = performance.now();
  say('building the server…');
  const { code, output } = await capture(process.execPath, [compiler, '-p', 'server/tsconfig.build.json']);
  if (code !== 0) {
    process.stderr.write(output);
    throw new Fault('The server could not be built: the compiler’s findings are above.');
  }
  if (!existsSync(join(dist, 'main.js'))) throw new Fault('The server was built, but there is no server/src/main.ts.');
  writeFileSync(`${stampPath}.new`, JSON.stringify(current));
  renameSync(`${stampPath}.new`, stampPath);
  say(`built in ${secondsSince(started)}`);
}

export async function build() {
  const current = currentStamp();
  if (lastStamp()?.hash === current.hash) return;
  await withLock(
    join(root, '.data', 'build.lock'),
    () => say('another process is building the server; waiting for it…'),
    async () => {
      const last = lastStamp();
      if (last?.hash === current.hash) return;
      clearWhenStale(last, current);
      await compile(current);
    },
  );
}

await whenRun(import.meta.url, build);
