import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildAll, makeDemo, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    demoFolder: string;
  }
}

/** One build, one demo and one server for all the browser tests; each test makes what it changes. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await buildAll();
  const demoFolder = await makeDemo();
  const server = await startServer({}, demoFolder);
  project.provide('serverUrl', server.url);
  project.provide('demoFolder', demoFolder);
  return async () => {
    await server.stop();
    rmSync(demoFolder, { recursive: true, force: true });
  };
}
