/**
 * Writes the types of the contract for the panel. With --check nothing is written, and a stale file fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const contract = new URL('../../contract/openapi.json', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);

const read = () => {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
};

const heading = [
  '/** GENERATED from contract/openapi.json by panel/tools/contract.mjs: do not edit. */',
  '// biome-ignore-all format: printed by a program',
  '// biome-ignore-all lint: printed by a program',
  '\n',
].join('\n');
const text = heading + astToString(await openapiTS(contract));
const current = read() === text;

if (process.argv.includes('--check')) {
  if (!current) {
    process.stdout.write('panel/src/api/schema.d.ts is stale: run npm run generate\n');
    process.exitCode = 1;
  }
} else if (!current) {
  writeFileSync(target, text);
}
