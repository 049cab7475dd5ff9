/**
 * Writes what the panel takes from the contract: its types, and the few facts that are needed while it runs. With
 * --check nothing is written, and a stale file fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const contract = new URL('../../contract/openapi.json', import.meta.url);
const folder = new URL('../src/api/', import.meta.url);

const heading = [
  '/** GENERATED from contract/openapi.json by panel/tools/contract.mjs: do not edit. */',
  '// biome-ignore-all format: printed by a program',
  '// biome-ignore-all lint: printed by a program',
  '\n',
].join('\n');

const document = JSON.parse(readFileSync(contract, 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);
const takesKey = ({ parameters = [] }) =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key');

const isAdmins = ({ name }) => name.includes(' /v1/admin/');
const keyed = operations.filter((operation) => isAdmins(operation) && takesKey(operation)).map(({ name }) => name);
const permissions = document.components.schemas.Permission.enum;
/** Which permissions a read asks for, any one of which is enough. */
const readers = operations
  .filter(({ name }) => name.startsWith('GET /v1/admin/'))
  .map((operation) => [operation.name.slice(4), operation['x-permissions'] ?? []]);
const listed = (names) => names.map((name) => `  '${name}',\n`).join('');

const facts = `${heading}
/** The admins' operations that take an Idempotency-Key: with the same one they are done once, however often they are sent. */
export const keyedOperations: ReadonlySet<string> = new Set([
${listed(keyed)}]);

/** The permissions that there are. */
export const permissions = [
${listed(permissions)}] as const;
export type Permission = (typeof permissions)[number];

/** The reads that ask for a permission, and those of which any one is enough. */
export const readPermissions: Readonly<Record<string, readonly Permission[]>> = {
${readers
  .filter(([, needed]) => needed.length > 0)
  .map(([path, needed]) => `  '${path}': [${needed.map((one) => `'${one}'`).join(', ')}],\n`)
  .join('')}};
`;

const files = { 'schema.d.ts': heading + astToString(await openapiTS(contract)), 'contract.ts': facts };

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder);
  if (read(file) === text) continue;
  if (process.argv.includes('--check')) {
    process.stdout.write(`panel/src/api/${name} is stale: run npm run generate\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
  }
}
