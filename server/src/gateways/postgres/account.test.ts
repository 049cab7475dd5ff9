import { execFile } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, accountNamed, canRead, canTraverse } from './account.ts';
import { packageFolder, prepareBinaries } from './binaries.ts';
import { SHARED_FOLDER } from './server-location.ts';
import { ask, dataOf, IS_ROOT, newFolder, open, openInProcess, pidOnFile } from './test-server.fixture.ts';

const run = promisify(execFile);

const nobody: Account = (await accountNamed('nobody')) ?? { uid: -1, gid: -1 };
const nobodyCanRead =
  (await canRead(nobody, fileURLToPath(import.meta.url))) && (await canRead(nobody, process.execPath));

describe('the user that the server runs as', () => {
  test.runIf(!IS_ROOT || nobodyCanRead)('is ourselves when we are an ordinary user', async () => {
    const folder = await newFolder();
    await mkdir(folder, { mode: 0o700 });
    if (IS_ROOT) await chown(folder, nobody.uid, nobody.gid);
    const account = IS_ROOT ? nobody : {};
    const first = await openInProcess(folder, account);
    await ask(first.url, 'create table kept as select 7 as seven');
    await first.close();
    // Root in between keeps to the owner of the data, and leaves nothing that the ordinary user cannot use.
    if (IS_ROOT) await (await open(folder)).close();
    const second = await openInProcess(folder, account);
    expect(second.startedByUs).toBe(true);
    expect(await ask(second.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await second.close();
    expect((await stat(join(folder, 'data'))).uid).toBe((await stat(folder)).uid);
  });

  test.runIf(IS_ROOT)('is not root, and gets nothing but its data', async () => {
    const folder = await newFolder();
    const embedded = await open(folder);
    const data = await dataOf(folder);
    expect(dirname(data)).toBe(folder);
    expect((await stat(data)).uid).not.toBe(0);
    expect((await stat(`/proc/${await pidOnFile(folder)}`)).uid).toBe((await stat(data)).uid);
    expect((await stat(folder)).uid).toBe(0);
    await embedded.close();
  });
});

describe('a private folder', () => {
  test.runIf(IS_ROOT)('has its data where the server can reach it, and a new folder starts anew', async () => {
    const folder = await newFolder(0o700);
    const first = await open(folder);
    const data = await dataOf(folder);
    expect(data.startsWith(`${SHARED_FOLDER}/`)).toBe(true);
    await ask(first.url('superuser', 'postgres'), 'create table kept as select 7 as seven');
    await first.close();
    const second = await open(folder);
    expect(await ask(second.url('superuser', 'postgres'), 'select seven from kept')).toEqual([{ seven: 7 }]);
    expect(await dataOf(folder)).toBe(data);
    await second.close();
    await rm(folder, { recursive: true });
    await rm(dirname(data), { recursive: true });
    const third = await open(folder);
    await expect(ask(third.url('superuser', 'postgres'), 'select seven from kept')).rejects.toThrow('does not exist');
    expect(await dataOf(folder)).not.toBe(data);
    await third.close();
  });
});

describe('the programs', () => {
  let parent: string;
  let root: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'cliffhanger-'));
    root = join(parent, 'package');
    // As npm leaves it with scripts off: no links. Some unpackers also lose the modes.
    const isLink = async (path: string) => (await lstat(path)).isSymbolicLink();
    // These are most of the files, and no program asks for them to tell its version.
    const isNeeded = (path: string) => !/\/share\/postgresql\/(?:timezone|extension)\//.test(path);
    const filter = async (path: string) => isNeeded(path) && !(await isLink(path));
    await cp(packageFolder(), root, { recursive: true, filter });
    for (const name of await readdir(join(root, 'native/bin'))) await chmod(join(root, 'native/bin', name), 0o644);
    return () => rm(parent, { recursive: true, force: true });
  });

  test.runIf(IS_ROOT)('are copied, once, when they lie in a private folder', async () => {
    const copies = dirname(await newFolder());
    expect(await canTraverse(nobody, root)).toBe(false);
    const both = await Promise.all([prepareBinaries(root, copies, nobody), prepareBinaries(root, copies, nobody)]);
    expect(both[0]).toEqual(both[1]);
    expect(await readdir(copies)).toHaveLength(1);
    expect((await run(both[0].postgres, ['--version'], { ...nobody, cwd: '/' })).stdout).toContain('PostgreSQL');
    expect(await prepareBinaries(root, copies, nobody)).toEqual(both[0]);
  });

  test('are made whole where they are', async () => {
    const { postgres, initdb } = await prepareBinaries(root, join(parent, 'copies'), undefined);
    expect(postgres).toBe(join(root, 'native/bin/postgres'));
    expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL');
    expect((await run(initdb, ['--version'])).stdout).toContain('PostgreSQL');
  });
});
