/** The tree that every gate must pass, for the gates' self-test: a product in miniature, two layers, every role. */

export const lines = (...all) => `${all.join('\n')}\n`;
export const repeat = (count, line) => Array.from({ length: count }, (_, index) => line(index));

const thing = { $ref: '#/components/schemas/Thing' };
const thingSchemas = { Thing: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } };
/** An operation of the document, with a body that has an example. */
export const operation = (operationId, example, more = {}) => ({
  operationId,
  tags: ['things'],
  summary: 'Add a thing',
  description: 'Answers it with its id.',
  requestBody: { content: { 'application/json': { schema: thing, example } } },
  ...more,
});
export const document = (paths) =>
  lines(JSON.stringify({ tags: [{ name: 'things' }], paths, components: { schemas: thingSchemas } }));

export const words = (tree) => `${JSON.stringify(tree, null, 2)}\n`;

export const clean = {
  'contract/openapi.json': document({ '/things': { post: operation('addThing', { name: 'a thing' }) } }),
  'docs/spec-coverage.md': lines(
    '- A user has a name.',
    '  - [users/users](../server/src/features/users/users.test.ts): a user without a name is not named, and a test may be long',
    '- A store keeps things.',
    '  - Not tested: that is for the store itself.',
  ),
  'server/src/main.ts': lines(
    "import { readConfig } from './config.ts';",
    "import { serve } from './serve.ts';",
    '',
    'serve(readConfig().port);',
  ),
  'server/src/serve.ts': lines(
    "import { createApp } from './app.ts';",
    "import { world } from './demo/world.ts';",
    '',
    'export function serve(port: number): void {',
    '  process.stdout.write(JSON.stringify({ port, endpoints: createApp(), world }));',
    '}',
  ),
  'server/src/app.ts': lines(
    "import { endpoints } from './endpoints.ts';",
    '',
    'export const createApp = () => endpoints;',
  ),
  'server/src/endpoints.ts': lines(
    "import { storeRoutes } from './features/store/admin.routes.ts';",
    "import { userRoutes } from './features/users/admin.routes.ts';",
    '',
    'export const endpoints = [...userRoutes, ...storeRoutes];',
  ),
  'server/src/config.ts': lines(
    'export function readConfig(): { port: number } {',
    '  return { port: Number(process.env.PORT ?? 8080) };',
    '}',
  ),
  'server/src/demo/world.ts': "export const world = ['a user in every state'] as const;\n",
  'server/src/gateways/push.ts': lines(
    "import type { Tx } from '../kit/db/database.ts';",
    '',
    'export type Push = { send: (tx: Tx, text: string) => Promise<void> };',
  ),
  'server/src/kit/db/database.ts': lines(
    "import type { Kysely } from 'kysely';",
    '',
    'export type Row = { id: string; name: string };',
    'export type Tx = Kysely<{ users: Row; packages: Row }>;',
  ),
  'server/src/features/users/rules.ts': lines(
    "import { createHash } from 'node:crypto';",
    "import type { Row } from '../../kit/db/database.ts';",
    '',
    "export const isNamed = (row: Row): boolean => row.name !== '';",
    "export const markOf = (row: Row): string => createHash('sha256').update(row.name).digest('hex');",
  ),
  'server/src/features/users/sql.ts': lines(
    "import { sql } from 'kysely';",
    "import type { Row, Tx } from '../../kit/db/database.ts';",
    '',
    'export async function findUser(tx: Tx, id: string): Promise<Row | undefined> {',
    '  await sql`select 1`.execute(tx);',
    "  return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();",
    '}',
  ),
  'server/src/features/users/actions.ts': lines(
    "import type { Tx } from '../../kit/db/database.ts';",
    "import { isNamed } from './rules.ts';",
    "import { findUser } from './sql.ts';",
    '',
    'export async function greet(tx: Tx, id: string): Promise<boolean> {',
    '  const user = await findUser(tx, id);',
    '  return user !== undefined && isNamed(user);',
    '}',
  ),
  'server/src/features/users/public.ts':
    "export { greet } from './actions.ts';\nexport { markOf } from './rules.ts';\n",
  'server/src/features/users/admin.routes.ts': lines(
    "import type { Push } from '../../gateways/push.ts';",
    "import { greet } from './actions.ts';",
    '',
    'export const userRoutes = [greet];',
    'export type Prepare = (push: Push) => Promise<void>;',
  ),
  'server/src/features/users/users.test.ts': lines(
    "import { expect, it } from 'vitest';",
    "import { nobody } from '../../../test/harness/people.ts';",
    "import { isNamed } from './rules.ts';",
    '',
    "it('a user without a name is not named, and a test may be long', () => {",
    ...repeat(60, () => '  expect(isNamed(nobody)).toBe(false);'),
    '});',
  ),
  'server/src/features/store/actions.ts': lines(
    "import type { Tx } from '../../kit/db/database.ts';",
    "import * as users from '../users/public.ts';",
    '',
    'export async function sell(tx: Tx, id: string): Promise<string> {',
    "  return (await users.greet(tx, id)) ? 'sold' : users.markOf({ id, name: 'nobody' });",
    '}',
  ),
  'server/src/features/store/admin.routes.ts': lines(
    "import { sell } from './actions.ts';",
    '',
    'export const storeRoutes = [sell];',
  ),
  'server/src/features/store/public.ts': "export const currencies = ['coins'] as const;\n",
  'server/test/harness/people.ts': "export const nobody = { id: '1', name: '' };\n",
  'panel/tools/contract.mjs': lines('export {};'),
  'server/migrations/0001_first.sql': lines('select 1;'),
  'server/migrations/checksums': lines(
    '4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c  0001_first.sql',
  ),
  'server/tools/generate.ts': lines(
    "import { currencies } from '../src/features/store/public.ts';",
    '',
    "console.log('all generated files are current', process.argv.length, currencies);",
  ),
  'panel/src/ui/label.ts':
    "import { space } from './space.ts';\n\nexport const label = (text: string) => text + space;\n",
  'panel/src/ui/page.tsx': lines(
    "import { label } from './label.ts';",
    '',
    'export function Page() {',
    "  let text = '';",
    ...repeat(116, () => "  text += label('x');"),
    '  return text;',
    '}',
  ),
  'panel/src/screens/index.ts': lines(
    "import { roleScreens } from './roles/manifest.ts';",
    '',
    'export const screens = [...roleScreens];',
  ),
  'panel/src/screens/roles/manifest.ts': "export const roleScreens = ['/roles'];\n",
  'panel/src/screens/roles/matrix.ts': lines(
    "import { roleScreens } from './manifest.ts';",
    '',
    'export const rows = roleScreens.length;',
  ),
  'panel/src/screens/roles/words/roles.en.json': words({
    files_one: 'One of {{name}}',
    files_other: '{{count}} of {{name}}',
  }),
  'panel/src/screens/roles/words/roles.ar.json': words({
    files_zero: 'لا ملفات من {{name}}',
    files_one: 'ملف من {{name}}',
    files_two: 'ملفان من {{name}}',
    files_few: '{{count}} ملفات من {{name}}',
    files_many: '{{count}} ملفًا من {{name}}',
    files_other: '«{{count}}» من {{name}}',
  }),
  'panel/src/screens/roles/words/roles.id.json': words({ files_other: '{{count}} dari {{name}}' }),
  'panel/src/ui/space.ts': "export const space = ' ';\n",
};
