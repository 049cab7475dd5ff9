import { inject } from 'vitest';
import { connect } from '../../src/gateways/postgres/connection.ts';
import type { EmbeddedPostgres } from '../../src/gateways/postgres/embedded.ts';
import { createDatabase, dropDatabase } from '../../src/gateways/postgres/roles.ts';

/** The server that the whole run keeps open: to open and to leave it takes locks and connections, and a while. */
export type RunningServer = Pick<EmbeddedPostgres, 'url' | 'createDatabase' | 'dropDatabase'>;

export function runningServer(): RunningServer {
  const urls = inject('postgresUrls');
  const url: RunningServer['url'] = (role, database) => new URL(encodeURIComponent(database), urls[role]).href;
  const asSuperuser = (database: string) => connect(url('superuser', database));
  return {
    url,
    createDatabase: (name, template) => createDatabase(asSuperuser, name, template),
    dropDatabase: (name) => dropDatabase(asSuperuser, name),
  };
}
