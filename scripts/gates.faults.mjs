/**
 * One fault for every rule that a gate must enforce: a file to add to the clean tree, the gate that must report it,
 * and the words, mostly the rule's name, that must stand on a line with the path. The path that is reported is the
 * file's own unless `seenAt` says otherwise.
 */
import { repeat } from './gates.clean.mjs';
import { fault, seenAt } from './gates.fault.mjs';
import { textFaults } from './gates.faults.texts.mjs';

const users = 'server/src/features/users';
const store = 'server/src/features/store';
const promos = 'server/src/features/promos';

const inUsers =
  (gate) =>
  (words, name, ...text) =>
    fault(gate, words, `${users}/${name}.ts`, ...text);

const lint = inUsers('lint');
const lintFaults = [
  lint(
    'no-floating-promises',
    'floating',
    "import { greet } from './actions.ts';",
    'export function f(tx: Parameters<typeof greet>[0]): void {',
    "  greet(tx, '1');",
    '}',
  ),
  lint('no-misused-promises', 'misused', 'export const f = (p: Promise<boolean>): number => (p ? 1 : 2);'),
  lint('await-thenable', 'awaits', 'export const f = async (n: number): Promise<number> => await n;'),
  lint('no-explicit-any', 'any', 'export const f = (x: any): void => void x;'),
  lint('no-unsafe-assignment', 'unsafe-assignment', "export const f: string = JSON.parse('1');"),
  lint('no-unsafe-member-access', 'unsafe-member', "export const f = (): unknown => JSON.parse('1').name;"),
  lint('no-unsafe-return', 'unsafe-return', "export const f = (): string => JSON.parse('1');"),
  lint('no-unsafe-call', 'unsafe-call', "export const f = (): unknown => JSON.parse('1')();"),
  lint('no-unsafe-argument', 'unsafe-argument', "export const f = Number.parseInt(JSON.parse('1'), 10);"),
  lint('no-non-null-assertion', 'non-null', 'export const f = (x?: string): string => x!;'),
  lint('consistent-type-assertions', 'cast', 'export const f = (x: unknown): string => x as string;'),
  lint('ban-ts-comment', 'hushed', '// @ts-ignore', "export const f: number = 'x';"),
  lint('no-deprecated', 'deprecated', "export const f = 'abc'.substr(1);"),
  lint('only-throw-error', 'throws', 'export const f = (): never => {', "  throw 'x';", '};'),
  lint(
    'eslint(complexity)',
    'complex',
    'export function f(n: number): number {',
    ...repeat(15, (i) => `  if (n === ${i}) return ${i + 1};`),
    '  return 0;',
    '}',
  ),
  lint(
    'max-depth',
    'deep',
    'export function f(n: number): number {',
    ...repeat(4, (i) => `  if (n > ${i}) {`),
    '  return 1;',
    ...repeat(4, () => '  }'),
    '  return 0;',
    '}',
  ),
  lint(
    'max-lines-per-function',
    'long-function',
    'export function f(): number {',
    '  let n = 0;',
    ...repeat(77, () => '  n += 1;'),
    '  return n;',
    '}',
  ),
  fault(
    'lint',
    'max-lines-per-function',
    'panel/src/ui/long-component.tsx',
    'export function Long() {',
    '  let n = 0;',
    ...repeat(117, () => '  n += 1;'),
    '  return n;',
    '}',
  ),
  lint('no-console', 'talks', "console.log('x');"),
  lint('no-process-env', 'environment', 'export const home = process.env.HOME;'),
  lint('no-restricted-imports', 'environment-import', "import { env } from 'node:process';", 'export const e = env;'),
  lint('no-warning-comments', 'later', `// ${['TO', 'DO'].join('')}: later`, 'export const x = 1;'),
  lint('no-focused-tests', 'focused.test', "import { it } from 'vitest';", '', "it.only('alone', () => {});"),
  lint('no-disabled-tests', 'skipped.test', "import { it } from 'vitest';", '', "it.skip('later', () => {});"),
];

const format = inUsers('format');
const formatFaults = [
  format('format', 'crooked', 'export   const crooked = "x"'),
  format('noUnusedImports', 'unused', "import { isNamed } from './rules.ts';", '', 'export const x = 1;'),
  format('useFilenamingConvention', 'camelCase', 'export const x = 1;'),
  format('noFocusedTests', 'focused.test'),
  format('noSkippedTests', 'skipped.test'),
];

const sizes = inUsers('sizes');
const sizeFaults = [
  seenAt(`${users}/actions/a`, sizes('deeper than 3 folders', 'actions/a/b', 'export const x = 1;')),
  sizes('"utils" is not a name', 'utils', 'export const x = 1;'),
  seenAt('panel/src/shared', fault('sizes', '"shared" is not a name', 'panel/src/shared/x.ts', 'export const x = 1;')),
  fault('sizes', '1 registry addresses', 'package-lock.json', '{ "a": { "resolved": "https://registry.example/a" } }'),
  fault('sizes', 'names a registry', '.npmrc', 'registry=https://registry.example/'),
  fault('sizes', 'names a path of one machine', 'docs/notes.md', `See ${['', 'work', 'main'].join('/')}/ for it.`),
  sizes('a skipped or exclusive test (it.only)', 'focused.test'),
  sizes('a skipped or exclusive test (it.skip)', 'skipped.test'),
  sizes('a skipped or exclusive test (skip: true)', 'quiet.test', "it('later', { skip: true }, () => {});"),
  sizes('reads the environment', 'environment-taken', 'const { env } = process;', 'export const e = env;'),
  sizes('reads the environment', 'environment-renamed', 'const p = process;', 'export const e = p.env;'),
  sizes('reads the environment', 'environment-global', 'export const e = globalThis.process.env;'),
  sizes('imports without the ending', 'extension', "export { isNamed } from './rules';"),
  sizes('imports without the ending', 'extension-dotted', "export { x } from './users.fixture';"),
  sizes('switched off without saying why', 'hush', '// oxlint-disable-next-line no-console', "console.log('x');"),
];

const migration = (words, name) => seenAt(name, fault('migrations', words, `server/migrations/${name}`, 'select 2;'));
const migrationFaults = [
  migration('was merged and is edited', '0001_first.sql'),
  migration('has the number of another migration', '0001_second.sql'),
  migration('is not in server/migrations/checksums', '0002_unlisted.sql'),
];

const imports = (rule, path, specifier) => fault('layers', rule, path, `import '${specifier}';`);
const layerFaults = [
  imports('kit-knows-nothing-of-ours', 'server/src/kit/nosy.ts', '../features/users/public.ts'),
  imports('gateways-know-only-kit', 'server/src/gateways/nosy.ts', '../features/users/public.ts'),
  imports('features-meet-at-public', `${store}/nosy.ts`, '../users/actions.ts'),
  imports('features-in-order', 'server/src/features/access/upwards.ts', '../users/public.ts'),
  imports('features-in-order', `${users}/upwards.ts`, '../store/public.ts'),
  imports('features-in-order', 'server/src/features/catalog/upwards.ts', '../store/public.ts'),
  imports('features-in-order', `${store}/upwards.ts`, '../feed/public.ts'),
  imports('features-in-order', 'server/src/features/feed/public.ts', '../alerts/public.ts'),
  fault('layers', 'no-dead-files', 'server/src/features/alerts/public.ts', 'export const x = 1;'),
  imports('feature-without-a-layer', 'server/src/features/stray/actions.ts', '../users/public.ts'),
  imports('app-is-a-table-of-contents', 'server/src/app.ts', './features/users/sql.ts'),
  imports('demo-is-for-main', `${users}/demonstrates.ts`, '../../demo/world.ts'),
  imports('config-is-for-main', `${users}/configures.ts`, '../../config.ts'),
  imports('nothing-below-imports-the-start', `${users}/starts.ts`, '../../main.ts'),
  imports('src-never-imports-tests', `${users}/tests.ts`, '../../../test/harness/people.ts'),
  imports('src-never-imports-tests', `${users}/tests.ts`, './users.test.ts'),
  imports('panel-knows-only-the-contract', 'panel/src/ui/nosy.ts', '../../../server/src/config.ts'),
  imports('screens-meet-at-public', 'panel/src/screens/audit/nosy.ts', '../roles/matrix.ts'),
  imports('app-knows-screens-by-their-list', 'panel/src/app/nosy.ts', '../screens/roles/manifest.ts'),
  imports('parts-know-no-screens', 'panel/src/ui/nosy.ts', '../screens/index.ts'),
  imports('server-never-imports-panel', `${users}/panel.ts`, '../../../../panel/src/ui/label.ts'),
  imports('routes-are-for-app', `${store}/actions.ts`, './admin.routes.ts'),
  imports('sql-below-actions', `${store}/sql.ts`, './actions.ts'),
  imports('actions-below-jobs', `${promos}/actions.ts`, './jobs.ts'),
  imports('actions-touch-the-database-alone', `${promos}/actions.ts`, '../../gateways/push.ts'),
  imports('shapes-below-actions', `${promos}/schema.ts`, './actions.ts'),
  imports('rules-do-no-io', `${promos}/rules.ts`, './sql.ts'),
  imports('rules-do-no-io', `${promos}/rules.ts`, 'kysely'),
  imports('rules-run-no-database-code', `${promos}/rules.ts`, '../../kit/db/database.ts'),
  imports('rules-use-no-node-io', `${promos}/rules.ts`, 'node:fs'),
  imports('sql-lives-in-sql', `${promos}/jobs.ts`, 'kysely'),
  imports('one-way-into-the-database', `${promos}/sql.ts`, 'pg'),
  imports('http-lives-in-kit', `${promos}/jobs.ts`, 'fastify'),
  imports('not-resolvable', `${promos}/jobs.ts`, './nowhere.ts'),
  imports('not-in-package-json', `${promos}/jobs.ts`, 'acorn'),
  imports('no-development-packages-in-src', `${promos}/jobs.ts`, 'vitest'),
  fault('layers', 'no-orphans', 'server/test/harness/alone.ts', 'export const x = 1;'),
  fault(
    'layers',
    'no-circular',
    `${users}/circle-a.ts`,
    "import type { B } from './circle-b.ts';",
    'export type A = B;',
  ),
  seenAt(
    `${users}/circle-a.ts`,
    fault(
      'layers',
      'no-circular',
      `${users}/circle-b.ts`,
      "import type { A } from './circle-a.ts';",
      'export type B = A;',
    ),
  ),
];

const typeFault = inUsers('types')('TS2322', 'mistyped', "export const n: number = 'x';");
const staleFault = seenAt(
  'server/schema.sql',
  fault(
    'generated',
    'is stale',
    'server/tools/generate.ts',
    "console.error('server/schema.sql is stale');",
    'process.exitCode = 1;',
  ),
);

export const faults = [
  ...lintFaults,
  ...formatFaults,
  ...sizeFaults,
  ...layerFaults,
  ...migrationFaults,
  ...textFaults,
  typeFault,
  staleFault,
];
