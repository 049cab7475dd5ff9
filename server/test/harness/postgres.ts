import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, openEmbedded } from '../../src/gateways/postgres/embedded.ts';

const folder = fileURLToPath(new URL('../../../.data/test-postgres', import.meta.url));

/** The one server of all tests. It is kept between runs; nothing in it is worth an fsync. */
export function openTestServer(): Promise<EmbeddedPostgres> {
  return openEmbedded({
    folder,
    log: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
}
