import { createHash } from 'node:crypto';
import { accessSync, constants, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, openEmbedded } from '../../src/gateways/postgres/embedded.ts';

const onDisk = fileURLToPath(new URL('../../../.data/test-postgres', import.meta.url));

/** What Linux keeps in memory. Containers often have 64 MB of it, where the databases of a run do not fit. */
const memory = '/dev/shm';
const neededBytes = 2_000_000_000;

/**
 * A database is a thousand files, and each test file makes and drops one: on a disk that takes longer than most of the
 * tests in it. One folder for each tree and user; what stays in it between runs is under a hundred megabytes.
 */
export function testServerFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const tree = createHash('sha256').update(`${onDisk} ${userInfo().uid}`).digest('hex').slice(0, 12);
    return bavail * bsize < neededBytes ? onDisk : join(memory, `cliffhanger-test-postgres-${tree}`);
  } catch {
    return onDisk;
  }
}

/** The one server of all tests. It is kept between runs; nothing in it is worth an fsync. */
export function openTestServer(): Promise<EmbeddedPostgres> {
  return openEmbedded({
    folder: testServerFolder(),
    log: () => {},
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '128MB',
      min_wal_size: '32MB',
      autovacuum: 'off',
      // A checkpoint and the drop of a database look through all of it.
      shared_buffers: '128MB',
      // In the folder of its data.
      unix_socket_directories: '.',
    },
  });
}
