import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canTraverse } from '../../src/gateways/postgres/account.ts';
import { packageFolder } from '../../src/gateways/postgres/binaries.ts';
import { openEmbedded } from '../../src/gateways/postgres/embedded.ts';
import { readIfThere } from '../../src/gateways/postgres/files.ts';
import { withLock } from '../../src/gateways/postgres/lock.ts';
import { prepareFolder, SHARED_FOLDER } from '../../src/gateways/postgres/server-location.ts';
import { testServerFolder } from './postgres.ts';

const run = promisify(execFile);

export async function clusterDataFolder(folder: string): Promise<string> {
  const id = await readIfThere(join(folder, 'location'));
  return id === undefined ? join(folder, 'data') : join(SHARED_FOLDER, id.trim(), 'data');
}

/** Changes with what makes a cluster what it is. */
async function fingerprint(): Promise<string> {
  const gateway = new URL('../../src/gateways/postgres/', import.meta.url);
  const sources = ['cluster.ts', 'passwords.ts', 'roles.ts'].map((name) => readFile(new URL(name, gateway), 'utf8'));
  const version = readFile(join(packageFolder(), 'package.json'), 'utf8');
  const hash = createHash('sha256');
  for (const text of await Promise.all([version, ...sources])) hash.update(text);
  return hash.digest('hex');
}

/** Stays between runs, like the data of the tests' own server. */
async function keptCluster(): Promise<string> {
  const kept = `${testServerFolder()}-cluster`;
  const stamp = join(kept, 'stamp');
  const wanted = await fingerprint();
  await withLock(`${kept}.lock`, async () => {
    if ((await readIfThere(stamp)) === wanted) return;
    const old = await clusterDataFolder(kept);
    for (const path of [dirname(old), kept]) await rm(path, { recursive: true, force: true });
    await (await openEmbedded({ folder: kept, log: () => {}, settings: { fsync: 'off' } })).close();
    await writeFile(stamp, wanted);
  });
  return kept;
}

/**
 * Puts a cluster into the folder as a first start leaves it, for tests of what comes later: to make one takes ten times
 * the work. Where the server's user cannot reach the folder, the first start makes one after all.
 */
export async function copyCluster(folder: string): Promise<void> {
  const kept = await keptCluster();
  const data = await clusterDataFolder(kept);
  await prepareFolder(folder);
  if (process.getuid?.() === 0 && !(await canTraverse(await stat(data), folder))) return;
  await run('cp', ['-pR', data, join(folder, 'data')]);
  await run('cp', ['-p', join(kept, 'passwords.json'), join(folder, 'passwords.json')]);
}
