/**
 * Prints the files that are derived from the code: the schema dump, its types, the contract and the generated pages.
 * With --check nothing is written, and a stale file is named and fails.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root, show, whenRun } from './process.mjs';

/** In this order: the schema follows the list of migrations, and the panel's types are read off the contract. */
const tools = ['scripts/migrations.mjs', 'server/tools/generate.ts', 'panel/tools/contract.mjs'];

await whenRun(import.meta.url, async () => {
  for (const tool of tools) {
    if (!existsSync(join(root, tool))) throw new Fault(`${tool} is missing: it prints generated files.`);
    const code = await show(process.execPath, ['--import', 'tsx', tool, ...process.argv.slice(2)]);
    if (code !== 0) process.exitCode = code;
  }
});
