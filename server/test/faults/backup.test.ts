import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { openEmbedded } from '../../src/gateways/postgres/embedded.ts';
import { dataOf, newFolder, newFolderWithCluster } from '../../src/gateways/postgres/test-server.fixture.ts';
import { httpRequest, parseObject } from '../../src/kit/http/wire.fixture.ts';
import { bootstrap, get, killAll, post, signIn, start } from './launch.fixture.ts';

// Two clusters and two services start one after the other.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
afterAll(killAll);

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));
const script = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(process.execPath, [join(scripts, name), ...args], { env: { ...process.env, ...env } });

const agent = new Agent();
const password = bootstrap.BOOTSTRAP_ADMIN_PASSWORD;

async function grant(base: string, userId: string, amount: number): Promise<void> {
  const body = { amount, direction: 'grant', reason: 'apology' };
  const { status } = await post(
    agent,
    `${base}/v1/admin/users/${userId}/wallet/adjust`,
    await signIn(base, password),
    body,
  );
  expect(status).toBe(200);
}

const balanceOf = async (base: string, userId: string) =>
  (await get(`${base}/v1/admin/users/${userId}`, await signIn(base, password))).body.balanceTotal;

it('A base backup and the archived log restore the moment before a disaster, and its ledger holds', async () => {
  const folder = await newFolderWithCluster();
  const backups = join(dirname(folder), 'backups');
  await mkdir(join(backups, 'wal'), { recursive: true });
  await chmod(join(backups, 'wal'), 0o777);
  const settings = {
    archive_mode: 'on',
    archive_command: `test ! -f "${backups}/wal/%f" && cp "%p" "${backups}/wal/%f.part" && mv "${backups}/wal/%f.part" "${backups}/wal/%f"`,
  };
  const server = await openEmbedded({ folder, log: () => {}, settings });
  const service = await start({ DATA_DIR: dirname(folder), ...bootstrap });
  const account = { email: 'layla@example.com', password: 'a quiet harbour' };
  const { text } = await post(agent, `${service.base}/v1/auth/register`, '', account);
  const user = parseObject(text).user;
  const userId = user !== null && typeof user === 'object' && 'id' in user ? String(user.id) : '';
  await grant(service.base, userId, 100);

  const url = server.url('superuser', 'postgres');
  await script('backup.mjs', ['base', backups], { BACKUP_DATABASE_URL: url });
  await grant(service.base, userId, 20);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const before = rows[0]?.now.toISOString() ?? '';
  await new Promise((resolve) => setTimeout(resolve, 10));
  await grant(service.base, userId, 3);
  // The rest of the log is archived when its segment is complete.
  await client.query('select pg_switch_wal()');
  await expect
    .poll(
      async () =>
        (
          await client.query(
            'select from pg_stat_archiver where last_archived_wal < pg_walfile_name(pg_current_wal_lsn())',
          )
        ).rowCount,
    )
    .toBe(1);
  await client.end();
  await service.end('SIGTERM');
  await server.close();

  const restored = await newFolder();
  await mkdir(restored);
  await script('backup.mjs', ['restore', backups, join(restored, 'data'), '--time', before]);
  await copyFile(join(folder, 'passwords.json'), join(restored, 'passwords.json'));
  const again = await start({ DATA_DIR: dirname(restored), ...bootstrap });
  expect(await balanceOf(again.base, userId)).toBe(120);
  const token = await signIn(again.base, password);
  await post(agent, `${again.base}/v1/admin/cron/media_sync/run`, token, {});
  const headers = { authorization: `Bearer ${token}` };
  const blocks = await httpRequest(agent, `${again.base}/v1/admin/ledger/blocks/export`, { headers });
  const file = join(dirname(restored), 'ledger.ndjson');
  await writeFile(file, blocks.text);
  expect((await script('verify-ledger.mjs', [file])).stdout).toMatch(/^holds: /);
  expect(await dataOf(restored)).toBe(join(restored, 'data'));
});

it.each([
  [['base', '/nowhere'], 'BACKUP_DATABASE_URL is missing.'],
  [['restore', '/nowhere'], 'Usage: npm run backup'],
  [['restore', '.', 'none', '--time', 'yesterday'], 'yesterday is no moment'],
])('%j is refused with a sentence', async (args, sentence) => {
  await expect(script('backup.mjs', args)).rejects.toMatchObject({ stderr: expect.stringContaining(sentence) });
});
