/** Readies the tree like `npm start` does, then measures: `npm run bench -- [name] [--json] [--full]`. */
import { build } from './build.mjs';
import { install } from './install.mjs';
import { show, whenRun } from './process.mjs';

await whenRun(import.meta.url, async () => {
  await install();
  await build();
  process.exitCode = await show(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)]);
});
