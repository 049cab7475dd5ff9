/** `npm start`: installs and builds what is not current, then runs the server in this same process. */
import { build } from './build.mjs';
import { install } from './install.mjs';
import { say, whenRun } from './process.mjs';

await whenRun(import.meta.url, async () => {
  await install();
  await build();
  say('starting the server…');
  await import('../server/dist/main.js');
});
