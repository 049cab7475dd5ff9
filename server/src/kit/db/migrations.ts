import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Migrations as files, with two optional comments at the top:
 * `-- compatible with 0012`: releases whose newest migration is 0012 or later also run on the result.
 * `-- outside a transaction`: it is one `create index concurrently`, which PostgreSQL refuses in a transaction.
 */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Checksums of earlier merged versions with the same result. */
  readonly formerChecksums: readonly string[];
  /** The oldest migration that must be known to a release that runs on the result. */
  readonly compatibleWith: string | null;
  /** The index that is created outside a transaction. */
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

interface Listed {
  readonly checksum: string;
  readonly name: string;
}

/** Migrations in the order of the file `checksums`, then new ones. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder);
  const names = files.filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  const listIn = async (file: string): Promise<Listed[]> =>
    files.includes(file) ? listedIn(await readFile(join(folder, file), 'utf8')) : [];
  const merged = (await listIn('checksums')).map(({ name }) => name);
  const former = await listIn('former-checksums');
  const ordered = [...merged.filter((name) => names.includes(name)), ...names.filter((name) => !merged.includes(name))];
  return Promise.all(
    ordered.map(async (name) => {
      const formerChecksums = former.filter((one) => one.name === name).map(({ checksum }) => checksum);
      return migrationOf(name, await readFile(join(folder, name), 'utf8'), formerChecksums);
    }),
  );
}

/** Lines of a checksum and a name; a line that begins with `#` is a comment. */
function listedIn(text: string): Listed[] {
  return text.split('\n').flatMap((line) => {
    const [checksum = '', name] = line.split(/\s+/);
    return name === undefined || line.startsWith('#') ? [] : [{ checksum, name }];
  });
}

function migrationOf(name: string, text: string, formerChecksums: readonly string[]): Migration {
  const [head = ''] = /^(?:--.*\n)*/.exec(text) ?? [];
  const compatibleWith = /^-- compatible with (\d{4})$/m.exec(head)?.[1] ?? null;
  if (compatibleWith !== null && compatibleWith >= numberOf(name)) {
    throw new Error(`migrations: ${name} says that it is compatible with ${compatibleWith}, which is not before it`);
  }
  const index = /^-- outside a transaction$/m.test(head) ? indexOf(name, text) : undefined;
  const checksum = createHash('sha256').update(text).digest('hex');
  return { name, text, checksum, formerChecksums, compatibleWith, index };
}

const numberOf = (name: string): string => name.slice(0, 4);

/** Not `if not exists`, which would accept an invalid index of a failed attempt. */
const oneIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\b)(\w+)\s+on\s+(?:only\s+)?([\w.]+)[^;]*;?$/i;

function indexOf(file: string, text: string): ConcurrentIndex {
  const statement = text.replace(/--.*$/gm, '').trim();
  const [, name, table] = oneIndex.exec(statement) ?? [];
  if (name && table) return { name: name.toLowerCase(), table };
  throw new Error(`migrations: ${file} runs outside a transaction, so it must be one "create index concurrently"`);
}

export interface Comparison {
  readonly missing: Migration[];
  /** Names of migrations that a newer release applied. */
  readonly newer: string[];
  /** Migrations that were applied under an earlier name. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/** Compares the applied migrations with the files; throws if this release must not start. */
export function compare(applied: readonly Applied[], migrations: readonly Migration[]): Comparison {
  const renamed = renamedIn(applied, migrations);
  const names = new Map(renamed.map(({ from, to }) => [from, to]));
  const found = new Map(applied.map((one) => [names.get(one.name) ?? one.name, one]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...found.keys()].filter((name) => !known.has(name));
  const missing = migrations.filter(({ name }) => !found.has(name));
  for (const { name, checksum, formerChecksums } of migrations) {
    const one = found.get(name);
    const isKnown = one === undefined || [checksum, ...formerChecksums].includes(one.checksum);
    if (!isKnown) refuse(`${name} was edited after it had been applied; ${remedy}`);
  }
  const [first] = missing;
  const later = first && migrations.slice(migrations.indexOf(first)).find(({ name }) => found.has(name));
  const stranger = later?.name ?? unknown[0];
  if (first && stranger) refuse(`the database has ${stranger} where this version has ${first.name}; ${remedy}`);
  const newest =
    migrations
      .map(({ name }) => numberOf(name))
      .sort()
      .at(-1) ?? '';
  const breaking = unknown.find((name) => (found.get(name)?.compatibleWith ?? '9999') > newest);
  if (breaking) refuse(`the database has ${breaking}, which this version does not know: start a newer version`);
  return { missing, newer: unknown, renamed };
}

/** Files with the same content under another name or number. */
function renamedIn(applied: readonly Applied[], migrations: readonly Migration[]): { from: string; to: string }[] {
  const appliedNames = new Set(applied.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  return applied.flatMap(({ name, checksum }) => {
    const same = migrations.find((one) => one.checksum === checksum && !appliedNames.has(one.name));
    return same && !known.has(name) ? { from: name, to: same.name } : [];
  });
}

const remedy =
  'it was made by another state of the source: start the version that made it, restore a backup from before that ' +
  'migration, or, if it only holds demo data, delete DATA_DIR (or the database) and start again';

function refuse(why: string): never {
  throw new Error(`migrations: ${why}`);
}
