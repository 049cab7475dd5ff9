import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Each rule of .dependency-cruiser.cjs is seen to report an import that breaks it, in a small tree of files. */

const root = join(import.meta.dirname, '../../..');
const users = 'server/src/features/users';
const store = 'server/src/features/store';
const promos = 'server/src/features/promos';

/** The rule, the file that breaks it, and what that file imports. */
const faults: [rule: string, path: string, specifier?: string][] = [
  ['kit-knows-nothing-of-ours', 'server/src/kit/nosy.ts', '../features/users/public.ts'],
  ['gateways-know-only-kit', 'server/src/gateways/nosy.ts', '../features/users/public.ts'],
  ['features-meet-at-public', `${store}/nosy.ts`, '../users/actions.ts'],
  ['features-in-order', 'server/src/features/access/upwards.ts', '../users/public.ts'],
  ['features-in-order', `${users}/upwards.ts`, '../store/public.ts'],
  ['features-in-order', 'server/src/features/catalog/upwards.ts', '../store/public.ts'],
  ['features-in-order', `${store}/upwards.ts`, '../feed/public.ts'],
  ['features-in-order', 'server/src/features/feed/public.ts', '../alerts/public.ts'],
  ['feature-without-a-layer', 'server/src/features/stray/actions.ts', '../users/public.ts'],
  ['app-is-a-table-of-contents', 'server/src/app.ts', './features/users/sql.ts'],
  ['demo-is-for-main', `${users}/demonstrates.ts`, '../../demo/world.ts'],
  ['config-is-for-main', `${users}/configures.ts`, '../../config.ts'],
  ['nothing-below-imports-the-start', `${users}/starts.ts`, '../../main.ts'],
  ['src-never-imports-tests', `${users}/tests.ts`, '../../../test/harness/people.ts'],
  ['src-never-imports-tests', `${users}/more-tests.ts`, './users.test.ts'],
  ['panel-knows-only-the-contract', 'panel/src/ui/contract.ts', '../../../server/src/config.ts'],
  ['screens-meet-at-public', 'panel/src/screens/audit/nosy.ts', '../roles/matrix.ts'],
  ['app-knows-screens-by-their-list', 'panel/src/app/nosy.ts', '../screens/roles/manifest.ts'],
  ['parts-know-no-screens', 'panel/src/ui/nosy.ts', '../screens/index.ts'],
  ['server-never-imports-panel', `${users}/panel.ts`, '../../../../panel/src/ui/label.ts'],
  ['routes-are-for-app', `${store}/actions.ts`, './admin.routes.ts'],
  ['sql-below-actions', `${store}/sql.ts`, './actions.ts'],
  ['actions-below-jobs', `${promos}/actions.ts`, './jobs.ts'],
  ['actions-touch-the-database-alone', `${promos}/more.actions.ts`, '../../gateways/push.ts'],
  ['shapes-below-actions', `${promos}/schema.ts`, './actions.ts'],
  ['rules-do-no-io', `${promos}/rules.ts`, './sql.ts'],
  ['rules-do-no-io', `${promos}/kysely.rules.ts`, 'kysely'],
  ['rules-run-no-database-code', `${promos}/database.rules.ts`, '../../kit/db/database.ts'],
  ['rules-use-no-node-io', `${promos}/files.rules.ts`, 'node:fs'],
  ['sql-lives-in-sql', `${promos}/kysely.jobs.ts`, 'kysely'],
  ['one-way-into-the-database', `${promos}/sql.ts`, 'pg'],
  ['http-lives-in-kit', `${promos}/fastify.jobs.ts`, 'fastify'],
  ['not-resolvable', `${promos}/lost.jobs.ts`, './nowhere.ts'],
  ['not-in-package-json', `${promos}/acorn.jobs.ts`, 'acorn'],
  ['no-development-packages-in-src', `${promos}/vitest.jobs.ts`, 'vitest'],
  ['no-dead-files', `${users}/dead.ts`],
  ['no-orphans', 'server/test/harness/alone.ts'],
  ['no-circular', `${users}/circle-a.ts`, './circle-b.ts'],
];

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

/** Writes the files of all faults, and an empty file for each that they import. */
async function layOut(folder: string): Promise<void> {
  for (const path of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json', 'server/package.json']) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const files = new Map([
    ['server/tools/generate.ts', 'export {};\n'],
    [`${users}/circle-b.ts`, "import type {} from './circle-a.ts';\n"],
  ]);
  for (const [rule, path, specifier] of faults) {
    const target = specifier?.startsWith('.') ? join(dirname(path), specifier) : path;
    if (rule !== 'not-resolvable' && !files.has(target)) files.set(target, 'export {};\n');
    // Type-only imports count as well; the rule about database code alone excepts them.
    const words = rule === 'no-circular' ? 'import type {} from' : 'import';
    files.set(path, specifier ? `${words} '${specifier}';\n` : 'export {};\n');
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function cruise(folder: string): Promise<Report> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['server/src', 'server/test', 'server/tools', 'panel/src'];
  const args = [cruiser, '--config=.dependency-cruiser.cjs', '--output-type=json', ...folders];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  const report: Report = JSON.parse(stdout);
  return report;
}

const folder = await mkdtemp(join(tmpdir(), 'cliffhanger-layers-'));
await layOut(folder);
const { summary } = await cruise(folder);
await rm(folder, { recursive: true, force: true });

it.each(faults)('%s reports %s', (rule, path) => {
  expect(summary.violations.filter(({ from }) => from === path).map(({ rule: { name } }) => name)).toContain(rule);
});

it('has a fault for each rule of the layers', () => {
  const layers: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
    join(root, '.dependency-cruiser.cjs'),
  );
  const tested = new Set(faults.map(([rule]) => rule));
  expect(layers.forbidden.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});
