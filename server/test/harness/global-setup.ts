import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { EmbeddedPostgres } from '../../src/gateways/postgres/embedded.ts';
import { openTestServer } from './postgres.ts';
import { dropLeftovers, makeTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    postgresUrls: Readonly<Record<'superuser' | 'owner' | 'app', string>>;
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
  project.provide('template', await makeTemplate(server));
  return () => server.close();
}
