/**
 * Base backups of a PostgreSQL server while it runs, and their restore to any later moment. On the machine of the
 * database, as the user who owns its files:
 *
 *   npm run backup -- base <folder>
 *   npm run backup -- restore <folder> <new data directory> [--time 2026-11-19T10:00:00Z]
 *
 * `base` reads BACKUP_DATABASE_URL, of a superuser or a member of pg_checkpoint with execute on pg_backup_start and
 * pg_backup_stop. The server archives its log into `<folder>/wal` (docs/operations.md). `restore` prepares a data
 * directory that recovers when PostgreSQL is started on it.
 */
import { appendFile, chmod, chown, copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { Fault, say, whenRun } from './process.mjs';

/** Folders whose content the server makes anew, and files of the running server. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const left =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|backup_manifest|recovery\.signal)$/;

const named = (moment) => moment.toISOString().replaceAll(':', '-');

async function base(folder) {
  const url = process.env.BACKUP_DATABASE_URL;
  if (!url) throw new Fault('BACKUP_DATABASE_URL is missing.');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const draft = join(folder, 'draft');
  try {
    const { data_directory: data } = (await client.query('show data_directory')).rows[0];
    await mustArchive(client, data);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    // Both calls must be made by one session.
    await client.query("select pg_backup_start('base backup', true)");
    await copyData(data, join(draft, 'data'));
    const { rows } = await client.query(
      'select b.labelfile as label, clock_timestamp() as at from pg_backup_stop(true) b',
    );
    await writeFile(join(draft, 'data', 'backup_label'), rows[0].label);
    const place = join(folder, `base-${named(rows[0].at)}`);
    await rename(draft, place);
    say(`backed up to ${place}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await client.end();
  }
}

async function mustArchive(client, data) {
  const { rows } = await client.query("select current_setting('archive_mode') as mode");
  if (rows[0].mode === 'off')
    throw new Fault('archive_mode is off: without archived WAL the backup cannot be restored.');
  const tablespaces = await readdir(join(data, 'pg_tblspc'));
  if (tablespaces.length > 0) throw new Fault('The server has tablespaces, which this command does not copy.');
}

/** Files may change, grow and go while they are copied: the log since the start of the backup repairs that. */
async function copyData(from, to) {
  const { uid, gid, mode } = await lstat(from);
  await mkdir(to);
  await own(to, { uid, gid, mode });
  for (const name of (await readdir(from)).filter((one) => !left.test(one))) {
    const [source, target] = [join(from, name), join(to, name)];
    const found = await lstat(source).catch(ignoreMissing);
    if (!found) continue;
    if (found.isDirectory() && emptied.has(name)) {
      await mkdir(target);
      await own(target, found);
    } else if (found.isDirectory()) {
      await copyData(source, target);
    } else if (found.isFile()) {
      await copyFile(source, target).catch(ignoreMissing);
      await own(target, found).catch(ignoreMissing);
    }
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

async function own(path, { uid, gid, mode }) {
  await chmod(path, mode & 0o7777);
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}

async function restore(folder, target, time) {
  const moment = time === undefined ? undefined : new Date(time);
  if (Number.isNaN(moment?.getTime())) throw new Fault(`${time} is no moment such as 2026-11-19T10:00:00Z.`);
  const backups = (await readdir(folder)).filter((name) => name.startsWith('base-')).sort();
  const usable = moment ? backups.filter((name) => name <= `base-${named(moment)}`) : backups;
  const newest = usable.at(-1);
  if (newest === undefined) throw new Fault(`${folder} has no base backup that ended before then.`);
  const existing = await readdir(target).catch(() => []);
  if (existing.length > 0) throw new Fault(`${target} is not empty.`);
  await rm(target, { recursive: true, force: true });
  const source = join(folder, newest, 'data');
  await copyData(source, target);
  await copyFile(join(source, 'backup_label'), join(target, 'backup_label'));
  const owner = await lstat(join(source, 'PG_VERSION'));
  await own(join(target, 'backup_label'), owner);
  const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
  const settings = [
    `restore_command = ${quoted(`cp "${join(folder, 'wal')}/%f" "%p"`)}`,
    ...(moment
      ? [
          `recovery_target_time = ${quoted(moment.toISOString().replace('T', ' ').replace('Z', '+00'))}`,
          "recovery_target_action = 'promote'",
        ]
      : []),
    // Connections wait until the recovery has ended.
    "hot_standby = 'off'",
  ];
  await appendFile(join(target, 'postgresql.auto.conf'), `\n${settings.join('\n')}\n`);
  await writeFile(join(target, 'recovery.signal'), '');
  await own(join(target, 'recovery.signal'), owner);
  say(
    `restored ${newest} to ${target}; start PostgreSQL on it, which recovers ${moment ? `to ${time}` : 'all that was archived'}`,
  );
}

export async function backup([command, folder, target, ...options]) {
  const time = options[0] === '--time' ? options[1] : undefined;
  if (command === 'base' && folder && !target) return base(resolve(folder));
  if (command === 'restore' && folder && target && (options.length === 0 || (time && options.length === 2))) {
    return restore(resolve(folder), resolve(target), time);
  }
  throw new Fault('Usage: npm run backup -- base <folder> | restore <folder> <new data directory> [--time <moment>]');
}

await whenRun(import.meta.url, () => backup(process.argv.slice(2)));
