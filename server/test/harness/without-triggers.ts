import pg from 'pg';
import { closeAfterFile } from './close-after-file.ts';
import type { World } from './world.ts';

/** A superuser on whom no trigger is called: can forge what neither the service nor the owner of the tables can. */
export async function connectWithoutTriggers({ server, databaseName }: World): Promise<pg.Client> {
  const superuser = new pg.Client({
    connectionString: server.url('superuser', databaseName),
    options: '-c session_replication_role=replica',
  });
  await superuser.connect();
  closeAfterFile(() => superuser.end());
  return superuser;
}
