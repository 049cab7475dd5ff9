import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which tables the server's code names in its SQL, told by the texts and by Kysely's builder. */

const server = fileURLToPath(new URL('../..', import.meta.url));

export interface Relations {
  readonly tables: ReadonlySet<string>;
  /** Every view with the tables that it reads. */
  readonly views: ReadonlyMap<string, readonly string[]>;
}

const plain = (name: string): string => name.toLowerCase().replace(/^public\./, '');

/** The tables and views that the migrations make. */
export function readRelations(): Relations {
  const schema = readFileSync(join(server, 'schema.sql'), 'utf8');
  const tables = new Set([...schema.matchAll(/^CREATE TABLE ([\w.]+)/gm)].map(([, name = '']) => plain(name)));
  const views = [...schema.matchAll(/^CREATE VIEW ([\w.]+) AS\n([\s\S]*?);$/gm)].map(
    ([, name = '', text = '']) => [plain(name), readsIn(text).filter((one) => tables.has(one))] as const,
  );
  return { tables, views: new Map(views) };
}

const name = '((?:\\w+\\.)?\\w+)';
const writePatterns = [
  new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|truncate|merge\\s+into)\\s+(?:only\\s+)?${name}`, 'gi'),
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)/g,
];
const readPatterns = [
  new RegExp(`\\b(?:from|join|using)\\s+(?:lateral\\s+|only\\s+|\\()*${name}`, 'gi'),
  // A further table of a list: from a x, b y.
  new RegExp(`\\bfrom\\s+[\\w.]+(?:\\s+(?:as\\s+)?\\w+)?\\s*,\\s*${name}`, 'gi'),
  /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from|table)\(\s*\[?\s*'([\w.]+)/g,
  /\.selectFrom\(\s*\[[^\]]*,\s*'([\w.]+)/g,
];

/** Comments speak English, in which much comes from users. */
export const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const namesIn = (code: string, patterns: readonly RegExp[]): string[] => {
  const found = patterns.flatMap((pattern) => [...withoutComments(code).matchAll(pattern)]);
  return [...new Set(found.map(([, given = '']) => plain(given)))];
};

export const writesIn = (code: string): string[] => namesIn(code, writePatterns);
export const readsIn = (code: string): string[] => namesIn(code, readPatterns);

export interface Source {
  /** The feature that a file belongs to, else `kit`, `gateways` or `app`. */
  readonly area: string;
  readonly path: string;
  readonly code: string;
}

/** The demo is left out: it makes up a past that no feature would write. */
const isOurs = (path: string): boolean =>
  path.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(path) && !/^(?:demo\/|kit\/db\/schema\.ts$)/.test(path);

function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (first === 'features') return second;
  return path.includes('/') ? first : 'app';
}

export function readSources(): Source[] {
  const paths = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isOurs)
    .map((path) => ({ area: areaOf(path), path, code: readFileSync(join(server, 'src', path), 'utf8') }));
}
