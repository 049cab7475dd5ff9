import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../../src/gateways/postgres/embedded.ts';

export interface Sample {
  /** Connected, as the owner, to a database with the schema of print-sample.sql. */
  readonly client: pg.Client;
  /** Runs `use` as the owner of a new and empty database. */
  withDatabase<T>(name: string, use: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** A server of its own, since the sample grants something to a role, and roles are the whole server's. */
export async function openSample(): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'print-'));
  const server = await openEmbedded({ folder, log: () => undefined, settings: { fsync: 'off' } });
  const superuser = await connect(server.url('superuser', 'postgres'));
  await superuser.query('create role print_reader');
  await superuser.end();
  await server.createDatabase('sample');
  const client = await connect(server.url('owner', 'sample'));
  await client.query(await readFile(join(import.meta.dirname, 'print-sample.sql'), 'utf8'));
  return {
    client,
    async withDatabase(name, use) {
      await server.createDatabase(name);
      const other = await connect(server.url('owner', name));
      try {
        return await use(other);
      } finally {
        await other.end();
      }
    },
    async close() {
      await client.end();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
