import { inject } from 'vitest';
import { runningServer } from './running-server.ts';

let createdDatabases = 0;

/** A migrated database of its own, for what needs no whole world. */
export async function openTestDatabase() {
  const server = runningServer();
  const name = `world_${process.pid}_alone_${++createdDatabases}`;
  await server.createDatabase(name, inject('template'));
  return {
    url: server.url('app', name),
    superuserUrl: server.url('superuser', name),
    close: () => server.dropDatabase(name),
  };
}
