import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/**
 * What a page will ask for after its first scripts, so that the server can name it together with the page and the
 * browser fetches all of it at once instead of in turns.
 */

const panel = join(import.meta.dirname, '..');
const shell = 'src/app/shell.tsx';
/** The shell waits for it. */
const account = '/v1/admin/admins/me';

/**
 * The files that each page imports when it is opened, and the list that it shows, by its path, in which `$` stands for a
 * value; `*` is every other page.
 */
export type PageFiles = Readonly<Record<string, readonly string[]>>;

/** Read from the routes: those of the app, and of every folder of screens. */
export function readPageFiles(): PageFiles {
  const names = readdirSync(join(panel, 'src/screens'), { recursive: true, encoding: 'utf8' });
  const manifests = names.filter((name) => basename(name) === 'manifest.ts').map((name) => `src/screens/${name}`);
  const routes = ['src/app/routes.tsx', ...manifests].flatMap((name) => {
    const folder = dirname(name).replaceAll('\\', '/');
    return routesIn(textOf(name), folder, textOf(`${folder}/queries.ts`));
  });
  return { ...Object.fromEntries(routes), '*': [shell] };
}

function textOf(name: string): string {
  const path = join(panel, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The address of the list that a route loads first, where all that it depends on is in the address bar. */
function listOf(route: string, queries: string): string | undefined {
  const name = /loader:[^;]*?preloadList\(context, (\w+)\(deps\)\)/.exec(route)?.[1];
  return new RegExp(`const ${name} = [^;]*?listQuery\\('([^']+)', search\\)`).exec(queries)?.[1];
}

/** The routes of a file that have a path of their own, without those below them. */
export function routesIn(text: string, folder: string, queries: string): [path: string, files: string[]][] {
  return [...text.matchAll(/createRoute\(\{\n(.*?)\n\}\)/gs)].flatMap(([, options = '']) => {
    const path = /^ {2}path: '(\/[\w$/-]*)',$/m.exec(options)?.[1]?.replace(/\$\w+/g, '$$');
    if (path === undefined) return [];
    const file = /import\('([^']+)'\)/.exec(options)?.[1];
    const frame = options.includes('=> shellRoute,') ? [shell] : [];
    const list = listOf(options, queries) ?? [];
    return [[path, [...frame, ...(file ? [posix.join(folder, file)] : []), ...[list].flat()]]];
  });
}

/** A script of the build, by its file name. */
export interface BuiltScript {
  /** Where its imports begin, if it is imported by name. */
  readonly facade: string | null;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

type Scripts = ReadonlyMap<string, BuiltScript>;

/** A script with all that it imports, and their styles. */
function filesOf(scripts: Scripts, name: string, found: Set<string> = new Set()): Set<string> {
  const script = scripts.get(name);
  if (!script || found.has(name)) return found;
  for (const one of script.imports) filesOf(scripts, one, found);
  for (const style of script.styles) found.add(style);
  return found.add(name);
}

/** What the first paint needs comes first, and the scripts last: browsers take few files at a time. */
const inOrder = (addresses: readonly string[]): string[] => {
  const isStyle = (address: string) => address.endsWith('.css');
  return [...addresses.filter(isStyle), ...addresses.filter((address) => !isStyle(address))];
};

/** The styles and scripts that the page itself names. */
export function namedBy(html: string): string[] {
  const tags = html.matchAll(/<(?:link rel="stylesheet"|script type="module")[^>]*? (?:href|src)="\/([^"]+)"/g);
  return [...tags].map(([, file = '']) => file);
}

const isData = (file: string): boolean => file.startsWith('/v1/');

/**
 * The addresses that each page asks for, those first that it names itself. With filters in its address a page asks for
 * another list, which is not known here: `?*` at the end of a path stands for that.
 */
export function firstLoads(pages: PageFiles, scripts: Scripts, html: string): Record<string, string[]> {
  const names = [...scripts.keys()];
  const named = namedBy(html);
  const scriptOf = (file: string): string => {
    const name = names.find((one) => scripts.get(one)?.facade?.replaceAll('\\', '/').endsWith(`/${file}`));
    if (name === undefined) throw new Error(`${file} is not a script of its own`);
    return name;
  };
  const addressesOf = (files: readonly string[]): string[] => {
    const sources = files.filter((file) => !isData(file));
    const all = new Set(sources.flatMap((file) => [...filesOf(scripts, scriptOf(file))]));
    const later = [...all].filter((file) => !named.includes(file));
    const data = files.includes(shell) ? [account, ...files.filter(isData)] : [];
    return [...inOrder(named).map((file) => `/${file}`), ...data, ...inOrder(later).map((file) => `/${file}`)];
  };
  const loads = Object.entries(pages).flatMap(([path, files]) => [
    [path, addressesOf(files)] as const,
    ...(files.some(isData) ? [[`${path}?*`, addressesOf(files.filter((file) => !isData(file)))] as const] : []),
  ]);
  return Object.fromEntries(loads);
}
