import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, rename, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { withLock } from './lock.ts';
import { inspectProcess, inspectWithPs, isRunning } from './processes.ts';
import {
  ask,
  dataOf,
  IS_ROOT,
  newFolder,
  newFolderWithCluster,
  open,
  openInProcess,
  pidOnFile,
  spawnOpenProcess,
} from './test-server.fixture.ts';

/** PostgreSQL ignores the pids of other users by itself, so an innocent process has to be one of its own user's. */
async function serverUser(folder: string): Promise<{ uid?: number; gid?: number }> {
  const { uid, gid } = await stat(await dataOf(folder));
  return IS_ROOT ? { uid, gid } : {};
}

describe('several processes at once', () => {
  test('three that open an empty folder share one server that one of them made', async () => {
    const folder = await newFolder();
    const processes = await Promise.all([1, 2, 3].map(() => openInProcess(folder)));
    expect(processes.filter((each) => each.startedByUs)).toHaveLength(1);
    expect(processes.filter((each) => each.lines.includes('making the database cluster'))).toHaveLength(1);
    expect(new Set(processes.map((each) => each.url)).size).toBe(1);
    const pid = await pidOnFile(folder);
    await Promise.all(processes.map((each) => each.close()));
    const seen = await inspectProcess(pid);
    expect(seen === undefined || seen.zombie).toBe(true);
  });

  test('one that is killed while it makes the cluster leaves nothing that stops the next', async () => {
    const folder = await newFolder();
    const victim = spawnOpenProcess(folder);
    const isMaking = async () => (await readdir(folder).catch(() => [])).some((name) => name.startsWith('making-'));
    while (!(await isMaking())) await delay(5);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    expect(await readlink(join(folder, 'lock'))).toContain(`${victim.pid}|`);
    const embedded = await open(folder);
    expect(embedded.startedByUs).toBe(true);
    await embedded.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('lock'))).toEqual([]);
  });
});

describe('after kill -9', () => {
  test('of the process that started the server, the next attaches to it', async () => {
    const folder = await newFolderWithCluster();
    const victim = await openInProcess(folder);
    await ask(victim.url, 'create table kept as select 7 as seven');
    victim.child.kill('SIGKILL');
    await once(victim.child, 'exit');
    const lines: string[] = [];
    const embedded = await open(folder, (line) => lines.push(line));
    expect(embedded.startedByUs).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^using the PostgreSQL that already runs on port \d+$/)]);
    const url = embedded.url('superuser', 'postgres');
    expect(url).toBe(victim.url);
    expect(await ask(url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await embedded.close();
  });

  test('of the server in the middle of writes, the next open has every write that was acknowledged', async () => {
    const folder = await newFolderWithCluster();
    const first = await open(folder);
    const writer = new pg.Client({ connectionString: first.url('superuser', 'postgres') });
    writer.on('error', () => undefined);
    await writer.connect();
    await writer.query('create table written (n int primary key)');
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await writer.query('insert into written values ($1)', [acknowledged + 1]);
        acknowledged += 1;
      }
    })().catch(() => undefined);
    while (acknowledged < 200) await delay(5);
    process.kill(await pidOnFile(folder), 'SIGKILL');
    const second = await open(folder);
    await writing;
    expect(second.startedByUs).toBe(true);
    const found = await ask(
      second.url('superuser', 'postgres'),
      `select count(*)::int as lost from generate_series(1, ${acknowledged}) as n where n not in (select n from written)`,
    );
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(found).toEqual([{ lost: 0 }]);
    await first.close();
    await second.close();
  });
});

describe('a server that dies under its clients', () => {
  test('is started again on the same port, with everything that was acknowledged', async () => {
    const folder = await newFolderWithCluster();
    const lines: string[] = [];
    const embedded = await open(folder, (line) => lines.push(line));
    const url = embedded.url('superuser', 'postgres');
    await ask(url, 'create table kept as select 7 as seven');
    const died = await pidOnFile(folder);
    process.kill(died, 'SIGKILL');
    await expect.poll(() => ask(url, 'select seven from kept').catch(() => []), { timeout: 30_000 }).toHaveLength(1);
    expect(await pidOnFile(folder)).not.toBe(died);
    await expect.poll(() => lines).toContain('PostgreSQL had died and was started again');
    await embedded.close();
  });

  test('is reported as lost when it cannot be started', async () => {
    const folder = await newFolderWithCluster();
    const losses: Error[] = [];
    const onLost = (error: Error) => void losses.push(error);
    const embedded = await openEmbedded({ folder, log: () => {}, settings: { fsync: 'off' }, onLost });
    const data = await dataOf(folder);
    await rename(join(data, 'global'), join(data, 'global.away'));
    process.kill(await pidOnFile(folder), 'SIGKILL');
    await expect.poll(() => losses.length, { timeout: 30_000 }).toBe(1);
    expect(losses.map(({ message }) => message)).toEqual([expect.stringContaining('PostgreSQL is lost: ')]);
    await embedded.close();
  });
});

describe('the log of the server', () => {
  test('does not hold the values of rows that were refused', async () => {
    const folder = await newFolderWithCluster();
    const embedded = await open(folder);
    const url = embedded.url('superuser', 'postgres');
    await ask(url, 'create table people (email text unique)', "insert into people values ('ada@example.com')");
    await expect(ask(url, "insert into people values ('ada@example.com') /* again */")).rejects.toThrow('people_email');
    await embedded.close();
    const log = await readFile(join(folder, 'server.log'), 'utf8');
    expect(log).toContain('people_email_key');
    expect(log).not.toContain('Key (email)=(ada@example.com)');
  });
});

describe('a pid file that lies', () => {
  test('is removed, nobody is signalled for it, and the server starts', async () => {
    const folder = await newFolderWithCluster();
    const innocent = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], await serverUser(folder));
    onTestFinished(() => void innocent.kill('SIGKILL'));
    await once(innocent, 'spawn');
    const data = await dataOf(folder);
    const claims = [innocent.pid, process.pid].map((pid) => `${pid}\n${data}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    // The last is what a power cut leaves.
    for (const claim of [...claims, '']) {
      await writeFile(join(data, 'postmaster.pid'), claim);
      const embedded = await open(folder);
      expect(embedded.startedByUs).toBe(true);
      await embedded.close();
    }
    expect([innocent.signalCode, innocent.exitCode]).toEqual([null, null]);
  });
});

describe('the lock', () => {
  test('lets one in at a time, also when several find it abandoned by a dead process', async () => {
    const folder = await newFolder();
    await mkdir(folder);
    const path = join(folder, 'lock');
    let inside = 0;
    for (let round = 0; round < 8; round += 1) {
      // Our own pid with another start: what a restarted container finds.
      await symlink(`${process.pid}|another start|${round}`, path);
      const visits = [1, 2, 3, 4].map(() =>
        withLock(path, async () => {
          inside += 1;
          expect(inside).toBe(1);
          await delay(1);
          inside -= 1;
        }),
      );
      await Promise.all(visits);
    }
    await expect(unlink(path)).rejects.toThrow('ENOENT');
  });
});

describe('a process', () => {
  test('is distinguished from another with the same pid by its start, with or without /proc', async () => {
    const [here, there] = await Promise.all([inspectProcess(process.pid), inspectWithPs(process.pid)]);
    expect(there?.zombie).toBe(false);
    expect(there?.started).toMatch(/^\w+\s+\w+\s+\d+ \d+:\d+:\d+ \d{4}$/);
    expect(there?.command).toBe(here?.command);
    expect(await isRunning(process.pid, here?.started ?? '')).toBe(true);
    expect(await isRunning(process.pid, 'another start')).toBe(false);
    expect(await inspectWithPs(2 ** 30)).toBeUndefined();
  });
});
