/** `npm start`: installs and builds what is not current, then runs the server in this same process. */
import { buildServerFirst } from './build.mjs';
import { install } from './install.mjs';
import { say, whenRun } from './process.mjs';

await whenRun(import.meta.url, async () => {
  await install();
  const { panel } = await buildServerFirst();
  say('starting the server…');
  const { start } = await import('../server/dist/main.js');
  await start(panel);
});
