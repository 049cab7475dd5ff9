import type { TestProject } from 'vitest/node';
import { openTestServer } from './postgres.ts';
import { dropLeftovers, makeTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    postgresUrls: Readonly<Record<'superuser' | 'owner' | 'app', string>>;
  }
}

/** One server and one template for the whole run; it stops when the last who uses it leaves. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer();
  await dropLeftovers(server);
  project.provide('postgresUrls', {
    superuser: server.url('superuser', 'postgres'),
    owner: server.url('owner', 'postgres'),
    app: server.url('app', 'postgres'),
  });
  project.provide('template', await makeTemplate(server));
  return () => server.close();
}
