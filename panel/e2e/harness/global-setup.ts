import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { buildAll, makeDemo, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    serverUrls: readonly string[];
    demoFolder: string;
  }
}

/**
 * One build and one demo for all the browser tests, and a server on a copy of that demo for each worker: what a test
 * changes, such as who is signed in or which pushes are stopped, must not reach into one that runs beside it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Where there is none it is installed, which workers at the same time could not do.
  findChromium();
  await buildAll();
  const demoFolder = await makeDemo();
  const workers = Array.from({ length: Number(project.config.maxWorkers) });
  const servers = await Promise.all(workers.map(() => startServer({}, demoFolder)));
  project.provide(
    'serverUrls',
    servers.map(({ url }) => url),
  );
  project.provide('demoFolder', demoFolder);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(demoFolder, { recursive: true, force: true });
  };
}
