import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfThere, syncFolder } from './files.ts';
import type { ServerLocation } from './server-location.ts';

const run = promisify(execFile);

const DRAFT = 'making-';

/**
 * The environment of the server, without ours, which may contain secrets. Its messages must be in English, because they
 * are parsed.
 */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function hasCluster(site: ServerLocation): Promise<boolean> {
  return (await readIfThere(join(site.data, 'PG_VERSION'))) !== undefined;
}

/** The cluster is renamed when it is complete; an interruption leaves a draft, which the next attempt deletes. */
export async function makeCluster(site: ServerLocation, password: string, durable: boolean): Promise<void> {
  await deleteDrafts(site.base);
  const draft = join(site.base, DRAFT + randomUUID());
  const passwordFile = join(draft, 'password');
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (site.account) {
      await chown(passwordFile, site.account.uid, site.account.gid);
      await chown(draft, site.account.uid, site.account.gid);
    }
    await initdb(site, join(draft, 'data'), passwordFile, durable);
    await rename(join(draft, 'data'), site.data);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await syncFolder(site.base);
}

async function deleteDrafts(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith(DRAFT)) continue;
    // The initdb of a killed process may still be writing into it; then it is deleted the next time.
    await rm(join(base, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function initdb(site: ServerLocation, data: string, passwordFile: string, durable: boolean): Promise<void> {
  // With ctype C, Arabic would have no trigrams, and É no lower case. macOS has no C.UTF-8.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const options = [
    ...['-D', data, '-E', 'UTF8', '--locale=C', '--lc-collate=C', `--lc-ctype=${ctype}`],
    ...['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
  await run(site.binaries.initdb, options, { cwd: site.base, env: SERVER_ENVIRONMENT, ...site.account });
}
