import type { TestProject } from 'vitest/node';
import { buildAll, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

/** One build and one server for all the browser tests; each test makes what it changes. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await buildAll();
  const server = await startServer();
  project.provide('serverUrl', server.url);
  return server.stop;
}
