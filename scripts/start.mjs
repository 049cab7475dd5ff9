/** `npm start`: installs and builds what is not current, then runs the server in this same process. */
import { spawn } from 'node:child_process';
import { buildServerFirst, isServerBuilt } from './build.mjs';
import { install } from './install.mjs';
import { root, say, whenRun } from './process.mjs';

/** Makes the database beside the build of the server, until it is told to leave. What fails, the server meets again. */
function prepareDatabase() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/prepare-database.ts'], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  return () => void child.stdin.end();
}

await whenRun(import.meta.url, async () => {
  await install();
  const leaveDatabase = isServerBuilt() ? () => {} : prepareDatabase();
  try {
    const { panel: panelBuilt } = await buildServerFirst();
    say('starting the server…');
    const { start } = await import('../server/dist/main.js');
    await start({ panelBuilt, onDatabase: leaveDatabase });
  } finally {
    leaveDatabase();
  }
});
