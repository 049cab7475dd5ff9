import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Migrations as files. The comments at the top of one may say two things about it:
 * `-- compatible with 0012`: releases whose newest migration is 0012 or later also run on the result.
 * `-- outside a transaction`: it is one `create index concurrently`, which PostgreSQL refuses in a transaction.
 */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The number of the oldest newest migration that a release must know to run on the result. */
  readonly compatibleWith: string | null;
  /** What is made outside a transaction. */
  readonly index: ConcurrentIndex | undefined;
}

export interface ConcurrentIndex {
  readonly name: string;
  readonly table: string;
}

export interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly compatibleWith: string | null;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(folder, name), 'utf8'))));
}

function migrationOf(name: string, text: string): Migration {
  const [head = ''] = /^(?:--.*\n)*/.exec(text) ?? [];
  const compatibleWith = /^-- compatible with (\d{4})$/m.exec(head)?.[1] ?? null;
  if (compatibleWith !== null && compatibleWith >= numberOf(name)) {
    throw new Error(`migrations: ${name} says that it is compatible with ${compatibleWith}, which is not before it`);
  }
  const index = /^-- outside a transaction$/m.test(head) ? indexOf(name, text) : undefined;
  const checksum = createHash('sha256').update(text).digest('hex');
  return { name, text, checksum, compatibleWith, index };
}

const numberOf = (name: string): string => name.slice(0, 4);

/** Made `if not exists`, an index that a failed attempt left behind unfinished would pass for the real one. */
const oneIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\b)(\w+)\s+on\s+(?:only\s+)?([\w.]+)[^;]*;?$/i;

function indexOf(file: string, text: string): ConcurrentIndex {
  const statement = text.replace(/--.*$/gm, '').trim();
  const [, name, table] = oneIndex.exec(statement) ?? [];
  if (name && table) return { name: name.toLowerCase(), table };
  throw new Error(`migrations: ${file} runs outside a transaction, so it must be one "create index concurrently"`);
}

/** What is still to be applied, and what was applied by a newer release; or why this release must not start. */
export function compare(
  applied: readonly Applied[],
  migrations: readonly Migration[],
): { missing: Migration[]; newer: string[] } {
  for (const [index, { name, checksum }] of applied.slice(0, migrations.length).entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) refuse(`the database has ${name} where this version has ${migration?.name}`);
    if (migration?.checksum !== checksum) refuse(`${name} was edited after it had been applied`);
  }
  const newer = applied.slice(migrations.length);
  const known = numberOf(migrations.at(-1)?.name ?? '');
  const breaking = newer.find(({ compatibleWith }) => compatibleWith === null || compatibleWith > known);
  if (breaking) refuse(`the database has ${breaking.name}, which this version does not know: start a newer version`);
  return { missing: migrations.slice(applied.length), newer: newer.map(({ name }) => name) };
}

function refuse(why: string): never {
  throw new Error(`migrations: ${why}`);
}
