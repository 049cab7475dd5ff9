import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { describeApi } from '../src/api.ts';
import { readConfig } from '../src/config.ts';
import { endpointsOf } from '../src/endpoints.ts';
import { createLeases } from '../src/gateways/files/lease.ts';
import { openMedia } from '../src/gateways/media.ts';
import { connect, withClient } from '../src/gateways/postgres/connection.ts';
import { openPushService } from '../src/gateways/push/push-service.ts';
import { jobsOf } from '../src/jobs.ts';
import { openDatabase } from '../src/kit/db/database.ts';
import { migrate } from '../src/kit/db/migrate.ts';
import { createServiceUrls } from '../src/kit/http/service-urls.ts';
import { createJobRunner } from '../src/kit/jobs/runner.ts';
import { openTestServer } from '../test/harness/postgres.ts';
import { printErrors, printPermissions, printWorkflows } from './print-docs.ts';
import { printSchema } from './print-schema.ts';
import { printTypes } from './print-types.ts';

/** Writes the generated files; with `--check` it only lists stale ones. */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tables that code names in calls of Kysely; all others are only in SQL, and need no types. */
async function findTypedTables(): Promise<ReadonlySet<string>> {
  const calls = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w+Join)\(\s*'([\w.]+)/g;
  const folder = join(root, 'server');
  const folders = ['src', 'test'].map(async (name) => {
    const paths = await readdir(join(folder, name), { recursive: true });
    return paths.filter((path) => path.endsWith('.ts')).map((path) => join(folder, name, path));
  });
  const texts = (await Promise.all(folders)).flat().map((path) => readFile(path, 'utf8'));
  const found = (await Promise.all(texts)).flatMap((text) => [...text.matchAll(calls)]);
  return new Set(found.map(([, table = '']) => table));
}

async function printDatabase(): Promise<{ schema: string; types: string }> {
  const typed = await findTypedTables();
  const server = await openTestServer();
  const database = `generate_${process.pid}`;
  try {
    await server.createDatabase(database);
    await migrate(server.url('owner', database), join(root, 'server/migrations'));
    return await withClient(connect(server.url('owner', database)), async (client) => ({
      types: await printTypes(client, (table) => typed.has(table)),
      schema: await printSchema(client),
    }));
  } finally {
    await server.dropDatabase(database);
    await server.close();
  }
}

async function printAll(): Promise<Map<string, string>> {
  const { schema, types } = await printDatabase();
  const url = 'postgres://never-connected';
  const secret = 'only for printing and never for signing';
  const secrets = { ADMIN_JWT_SECRET: secret, USER_JWT_SECRET: secret, MEDIA_WEBHOOK_SECRET: secret };
  const env = { NODE_ENV: 'production', DATABASE_URL: url, PAYMENTS_WEBHOOK_SECRET: secret, ...secrets };
  const config = { ...readConfig(env), demo: true };
  const database = openDatabase({ url });
  const outside = { folder: '', site: createServiceUrls(), secrets: [secret], maxBytes: 1, stream: undefined };
  const media = openMedia({ ...outside, leases: createLeases(), onFault: () => {} });
  const logger = pino({ level: 'silent' });
  const push = openPushService({ isLogged: true });
  const runner = createJobRunner({ database, jobs: jobsOf(media, push), log: logger });
  const endpoints = endpointsOf({ config, database, runner, media, push, logger });
  return new Map([
    ['server/schema.sql', schema],
    ['server/src/kit/db/schema.ts', types],
    ['contract/openapi.json', `${JSON.stringify(describeApi(endpoints, media.video.routes), null, 2)}\n`],
    ['docs/generated/errors.md', printErrors(endpoints)],
    ['docs/generated/permissions.md', printPermissions(endpoints)],
    ['docs/generated/workflows.md', printWorkflows()],
  ]);
}

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, text] of await printAll()) {
  const file = join(root, path);
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current === text) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
for (const path of stale) process.stdout.write(`${path} ${check ? 'is stale: run npm run generate' : 'written'}\n`);
if (check && stale.length > 0) process.exitCode = 1;
