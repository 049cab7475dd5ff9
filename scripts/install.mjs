/**
 * Makes sure that node_modules is what package-lock.json says. A stamp inside node_modules remembers what it was
 * installed from, so that every later start costs a hash of one file.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLock } from './lock.mjs';
import { capture, Fault, root, say, whenRun } from './process.mjs';

const OLDEST_NODE = [20, 19];
const stampPath = join(root, 'node_modules', '.cliffhanger-lock');
/** Outside node_modules, because `npm ci` empties that folder. */
const lockPath = join(root, '.data', 'install.lock');

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Fault(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is Node ${process.versions.node}.`);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Compiled packages differ by Node's major version and by platform, so a folder carried elsewhere is installed anew. */
function wantedStamp() {
  const lockFile = read(join(root, 'package-lock.json'));
  if (lockFile === undefined) throw new Fault('package-lock.json is missing: without it nothing can be installed.');
  const hash = createHash('sha256').update(lockFile).digest('hex');
  return `${hash} node${process.versions.node.split('.')[0]} ${process.platform}-${process.arch}\n`;
}

/** The npm that started us, or the one on the path when we were started by node, yarn or pnpm. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running !== undefined && basename(running).startsWith('npm-cli')) return [process.execPath, [running]];
  return ['npm', []];
}

async function runNpm() {
  const [command, first] = npmCommand();
  // The build needs development packages too, whatever NODE_ENV says.
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const { code, output } = await capture(command, args, { shell: command === 'npm' && process.platform === 'win32' });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Fault(`The dependencies could not be installed: npm ci ended with code ${code}; its output is above.`);
}

export async function install() {
  requireNode();
  const wanted = wantedStamp();
  if (read(stampPath) === wanted) return;
  await withLock(
    lockPath,
    () => say('another process is installing the dependencies; waiting for it…'),
    async () => {
      if (read(stampPath) === wanted) return;
      say('installing dependencies (first run or lock file changed)…');
      // Gone before npm begins: a run that is killed half way must not leave a folder that looks whole.
      rmSync(stampPath, { force: true });
      await runNpm();
      mkdirSync(join(root, 'node_modules'), { recursive: true });
      writeFileSync(stampPath, wanted);
    },
  );
}

await whenRun(import.meta.url, install);
