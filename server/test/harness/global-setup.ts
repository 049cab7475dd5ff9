import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect, withClient } from '../../src/gateways/postgres/connection.ts';
import type { EmbeddedPostgres } from '../../src/gateways/postgres/embedded.ts';
import { openTestServer } from './postgres.ts';
import { dropLeftovers, makeTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    postgresUrls: Readonly<Record<'superuser' | 'owner' | 'app', string>>;
    /** Where the server's socket is, if it can be reached there. */
    socketFolder: string | undefined;
  }
}

/** Thousands of connections show that they know their password, each by thousands of rounds where one is as good. */
async function makePasswordsCheap(server: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('superuser', 'postgres') });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('passwords')); set scram_iterations = 1`);
    for (const role of ['superuser', 'owner', 'app'] as const) {
      const { username, password } = new URL(server.url(role, 'postgres'));
      await client.query(`alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
  }
}

/** What a path may be long in the address of a socket, on every system. */
const longestSocketPath = 103;

async function socketFolderOf(server: EmbeddedPostgres): Promise<string | undefined> {
  const url = server.url('superuser', 'postgres');
  const { rows } = await withClient(connect(url), (client) =>
    client.query<{ data_directory: string }>('show data_directory'),
  );
  const folder = rows[0]?.data_directory ?? '';
  const path = join(folder, `.s.PGSQL.${new URL(url).port}`);
  return Buffer.byteLength(path) <= longestSocketPath && existsSync(path) ? folder : undefined;
}

/** One server and one template for the whole run; it stops when the last who uses it leaves. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  await makePasswordsCheap(server);
  await dropLeftovers(server);
  project.provide('postgresUrls', {
    superuser: server.url('superuser', 'postgres'),
    owner: server.url('owner', 'postgres'),
    app: server.url('app', 'postgres'),
  });
  project.provide('socketFolder', await socketFolderOf(server));
  project.provide('template', await makeTemplate(server));
  return () => server.close();
}
