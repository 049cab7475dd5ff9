/**
 * Prints the files that are derived from the code: the schema dump, its types, the contract and the generated pages.
 * With --check nothing is written, and a stale file is named and fails.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root, show, whenRun } from './process.mjs';

const tool = 'server/tools/generate.ts';

await whenRun(import.meta.url, async () => {
  if (!existsSync(join(root, tool))) throw new Fault(`${tool} is missing: it prints the generated files.`);
  process.exitCode = await show(process.execPath, ['--import', 'tsx', tool, ...process.argv.slice(2)]);
});
