import { inject } from 'vitest';
import { connect } from '../../src/gateways/postgres/connection.ts';
import type { EmbeddedPostgres } from '../../src/gateways/postgres/embedded.ts';
import { createDatabase, dropDatabase } from '../../src/gateways/postgres/roles.ts';

/** The server that the whole run keeps open: to open and to leave it takes locks and connections, and a while. */
export interface RunningServer extends Pick<EmbeddedPostgres, 'url' | 'createDatabase' | 'dropDatabase'> {
  /** The same past the network, where the server listens there too: each statement then takes a tenth less work. */
  nearUrl: EmbeddedPostgres['url'];
}

export function runningServer(): RunningServer {
  const urls = inject('postgresUrls');
  const socketFolder = inject('socketFolder');
  const url: RunningServer['url'] = (role, database) => new URL(encodeURIComponent(database), urls[role]).href;
  const nearUrl: RunningServer['url'] = (role, database) => {
    const near = new URL(url(role, database));
    if (socketFolder !== undefined) near.searchParams.set('host', socketFolder);
    return near.href;
  };
  const asSuperuser = (database: string) => connect(nearUrl('superuser', database));
  return {
    url,
    nearUrl,
    createDatabase: (name, template) => createDatabase(asSuperuser, name, template),
    dropDatabase: (name) => dropDatabase(asSuperuser, name),
  };
}
