import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { runningServer } from '../test/harness/running-server.ts';
import { requireMigrations } from './kit/db/migrate.ts';
import { readMigrations } from './kit/db/migrations.ts';

const server = runningServer();
const name = `world_${process.pid}_migrate`;
await server.createDatabase(name);
const [owner, service] = [server.url('superuser', name), server.url('app', name)];
afterAll(() => server.dropDatabase(name));

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const migrations = pathOf('../migrations');

/** `npm run migrate` with these variables alone. */
async function run(variables: Readonly<Record<string, string>>) {
  const args = ['--import', 'tsx', pathOf('migrate-database.ts')];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...variables } });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output, errors };
}

it('migrates with the owner alone, and the service, which may not, starts only after that', async () => {
  await expect(requireMigrations(service, migrations)).rejects.toThrow(
    /^the database lacks the migrations 0001_\w+\.sql to \d{4}_\w+\.sql: run npm run migrate$/,
  );
  const first = await run({ DATABASE_OWNER_URL: owner });
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/migrated the database to \d{4}_/),
    errors: '',
  });
  await requireMigrations(service, migrations);
  expect(await run({ DATABASE_OWNER_URL: owner, DATABASE_URL: service })).toMatchObject({
    code: 0,
    output: 'the database has all migrations\n',
  });
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  await client.query('delete from schema_migrations where name = $1', [
    (await readMigrations(migrations)).at(-1)?.name,
  ]);
  await client.end();
  await expect(requireMigrations(service, migrations)).rejects.toThrow(/lacks the migration \d{4}_\w+\.sql: run/);
});

it('names what is missing or wrong', async () => {
  expect(await run({})).toMatchObject({ code: 1, errors: 'DATABASE_OWNER_URL is required\n' });
  const nowhere = await run({ DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:1/none' });
  expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('could not be prepared') });
});
