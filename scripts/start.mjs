/** `npm start`: installs and builds what is not current, then runs the server in this same process. */
import { spawn } from 'node:child_process';
import { buildPanel, buildServer, isPanelBuilt, isServerBuilt } from './build.mjs';
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

/** The panel is built when the service answers: beside the start of the service it would hold that up. */
function panelAfterServer() {
  if (isPanelBuilt()) return { panelBuilt: Promise.resolve(), onListening: () => {} };
  let onListening = () => {};
  const listening = new Promise((resolve) => {
    onListening = resolve;
  });
  return { panelBuilt: listening.then(buildPanel), onListening };
}

await whenRun(import.meta.url, async () => {
  await install();
  const leaveDatabase = isServerBuilt() ? () => {} : prepareDatabase();
  try {
    await buildServer();
    say('starting the server…');
    const { start } = await import('../server/dist/main.js');
    const { panelBuilt, onListening } = panelAfterServer();
    await start({ panelBuilt, onDatabase: leaveDatabase, onListening });
  } finally {
    leaveDatabase();
  }
});
